package dev.fovea.training.transport;

import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What came for one run, by step: batches overtake each other where a run has several connections. */
final class ZmqMailbox {

    private static final System.Logger LOG = System.getLogger(ZmqMailbox.class.getName());

    private final String run;
    private final TreeMap<Long, MappedItems<TrainingSample>> steps = new TreeMap<>();
    private @Nullable RequestException refused;
    private long next = 1;
    private boolean open;

    ZmqMailbox(String run) {
        this.run = run;
    }

    String run() {
        return run;
    }

    void open(long fromStep) {
        open = true;
        next = fromStep;
        steps.headMap(fromStep).clear();
    }

    void close() {
        open = false;
    }

    boolean isOpen() {
        return open;
    }

    int size() {
        return steps.size();
    }

    /** Keeps a message. One that cannot be read is told to this run's reader only. */
    void put(byte[] payload) {
        MemorySegment bytes = MemorySegment.ofArray(payload);
        try {
            long step = StepFormat.SAMPLES.step(bytes);
            if (step < next || steps.containsKey(step)) {
                // sent again by an orchestrator that was started again: the first is as good
                LOG.log(System.Logger.Level.INFO, "run {0} sent step {1} again", run, step);
                return;
            }
            steps.put(step, MappedItems.of(bytes, step, StepFormat.SAMPLES));
        } catch (RequestException torn) {
            refused = new RequestException(
                    ErrorCode.INVALID_WIRE_DATA,
                    "run " + run + " sent something else than a training batch: " + torn.what(),
                    torn.remedy(),
                    torn);
        }
    }

    /** The oldest step, which stays until it is released. */
    Map.@Nullable Entry<Long, MappedItems<TrainingSample>> first() {
        if (refused != null) {
            RequestException told = refused;
            refused = null;
            throw told;
        }
        return steps.firstEntry();
    }

    void released(long step) {
        steps.remove(step);
        next = step + 1;
    }
}
