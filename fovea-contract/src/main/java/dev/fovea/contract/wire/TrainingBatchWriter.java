package dev.fovea.contract.wire;

import dev.fovea.contract.TrainingSample;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a {@code TrainingBatch} sample by sample, as {@link WireCodec#TRAINING_BATCH} writes it whole. One thread. */
public final class TrainingBatchWriter {

    private static final int FIELDS = 3;

    private final WireWriter out;
    private final long step;
    private int left;

    /**
     * Begins a batch; the stream stays the caller's.
     *
     * @param samples how many will follow
     * @param step that they belong to
     */
    public TrainingBatchWriter(OutputStream target, int samples, long step) throws IOException {
        this.out = new WireWriter(target);
        this.step = step;
        this.left = samples;
        out.struct(FIELDS);
        out.struct(samples);
    }

    /** Writes the next sample. */
    public void write(TrainingSample sample) throws IOException {
        if (left == 0) {
            throw new IllegalStateException("a sample more than were announced");
        }
        TrainingSampleCodec.write(out, sample);
        left--;
    }

    /**
     * Gives everything to the stream.
     *
     * @throws IllegalStateException where fewer samples were written than announced
     */
    public void finish() throws IOException {
        if (left > 0) {
            throw new IllegalStateException(left + " samples of those that were announced are missing");
        }
        out.number(step);
        out.nil();
        out.flush();
    }
}
