package dev.fovea.vision;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Counts while others work. Thread safe. */
final class MaterializerTally {

    private final LongAdder readBytes = new LongAdder();
    private final LongAdder madeBytes = new LongAdder();
    private final LongAdder decodeNanos = new LongAdder();
    private final LongAdder processNanos = new LongAdder();
    private final Map<ErrorCode, LongAdder> failures = new ConcurrentHashMap<>();

    void read(long bytes) {
        readBytes.add(bytes);
    }

    void made(long bytes) {
        madeBytes.add(bytes);
    }

    <T> T decoding(Supplier<T> work) {
        return timed(decodeNanos, work);
    }

    void processing(Runnable work) {
        timed(processNanos, () -> {
            work.run();
            return work;
        });
    }

    /** A request of a caller's. */
    <T> T request(Supplier<T> work) {
        try {
            return work.get();
        } catch (FoveaException e) {
            failures.computeIfAbsent(e.code(), code -> new LongAdder()).increment();
            throw e;
        }
    }

    MaterializerCounters counters(PatchCache cache, ByteAdmission admission) {
        return new MaterializerCounters(
                cache.hits(),
                cache.misses(),
                cache.evictions(),
                readBytes.sum(),
                madeBytes.sum(),
                decodeNanos.sum(),
                processNanos.sum(),
                admission.admittedBytes(),
                admission.waiting(),
                failures.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().sum())));
    }

    private static <T> T timed(LongAdder nanos, Supplier<T> work) {
        long start = System.nanoTime();
        try {
            return work.get();
        } finally {
            nanos.add(System.nanoTime() - start);
        }
    }
}
