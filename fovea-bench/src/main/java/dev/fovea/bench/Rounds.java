package dev.fovea.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * CPU time of one kind of work: warmed up, then in rounds of items that no cache has seen. Items are read from JSON before the clocks
 * run.
 */
final class Rounds<T> {

    private final JsonNode work;
    private final Function<JsonNode, T> read;
    private final Function<T, Integer> run;
    private final double[] processSeconds = new double[ChatWorkload.ROUNDS];
    private final double[] threadSeconds = new double[ChatWorkload.ROUNDS];
    private long sink;

    Rounds(JsonNode work, Function<JsonNode, T> read, Function<T, Integer> run) {
        this.work = work;
        this.read = read;
        this.run = run;
    }

    void warm() {
        for (int pass = 0; pass < 3; pass++) {
            for (JsonNode item : work.path("warm")) {
                sink += run.apply(read.apply(item));
            }
        }
    }

    void run(int round) {
        List<T> items = new ArrayList<>();
        work.path("rounds").path(round).forEach(item -> items.add(read.apply(item)));
        long process = CpuTime.nanos();
        long thread = CpuTime.ofThisThread();
        for (T item : items) {
            sink += run.apply(item);
        }
        threadSeconds[round] = (CpuTime.ofThisThread() - thread) / 1e9 / items.size();
        processSeconds[round] = (CpuTime.nanos() - process) / 1e9 / items.size();
    }

    /** The whole process for one item, collector and compiler included: what is compared with another process. */
    double median() {
        requireWork();
        double[] sorted = processSeconds.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** This thread for one item, in the least disturbed round: what two kinds of our own work are compared by. */
    double fastest() {
        requireWork();
        return Arrays.stream(threadSeconds).min().orElseThrow();
    }

    private void requireWork() {
        if (sink == 0) {
            throw new IllegalStateException("nothing was rendered");
        }
    }
}
