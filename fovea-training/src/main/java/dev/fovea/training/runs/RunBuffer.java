package dev.fovea.training.runs;

import dev.fovea.contract.TrainingSample;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** One run's samples that wait to be packed, and how far it is. */
final class RunBuffer {

    /** A sample and the step that it belongs to. */
    record Waiting(TrainingSample sample, long step) {}

    private final String id;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private long step;

    RunBuffer(String id, long step) {
        this.id = id;
        this.step = step;
    }

    String id() {
        return id;
    }

    /** The step whose samples are packed now; those of later steps wait. */
    long step() {
        return step;
    }

    int size() {
        return waiting.size();
    }

    void add(List<TrainingSample> samples, long ofStep) {
        samples.forEach(sample -> waiting.add(new Waiting(sample, ofStep)));
    }

    boolean isReady() {
        return !waiting.isEmpty() && waiting.element().step() <= step;
    }

    /** The next sample of the step that is packed now; only while {@link #isReady()}. */
    Waiting peek() {
        return waiting.element();
    }

    Waiting take() {
        return waiting.remove();
    }

    long readyTokens() {
        long tokens = 0;
        for (Waiting next : waiting) {
            if (next.step() > step) {
                break;
            }
            tokens += next.sample().size();
        }
        return tokens;
    }

    /** Goes on to the next step where nothing of this one is left. Whether it did. */
    boolean finishStep() {
        if (isReady()) {
            return false;
        }
        step++;
        return true;
    }
}
