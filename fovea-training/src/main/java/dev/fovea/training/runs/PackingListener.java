package dev.fovea.training.runs;

/** Hears what a packing service does. */
public interface PackingListener {

    /** A step is where the trainer finds it. */
    void sent(long step, MultiRunStep packed);

    /** A run is put out; the others go on. */
    void evicted(Eviction eviction);
}
