package dev.fovea.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** How throughput grows with threads. */
final class Scaling {

    private static final int ATTEMPTS = 3;

    private Scaling() {}

    /**
     * Pictures a second on 1 to {@code threads} threads, as multiples of the first figure.
     *
     * @param pictures how many each thread makes
     * @param workers makes what one thread does for one picture, with buffers of its own
     */
    static Map<String, Double> over(int threads, int pictures, Supplier<Runnable> workers) {
        Map<String, Double> multiples = new LinkedHashMap<>();
        double one = 0;
        for (int count = 1; count <= threads; count++) {
            double most = 0;
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                most = Math.max(most, picturesPerSecond(count, pictures, workers));
            }
            one = count == 1 ? most : one;
            multiples.put(Integer.toString(count), most / one);
        }
        return multiples;
    }

    private static double picturesPerSecond(int threads, int pictures, Supplier<Runnable> workers) {
        List<Runnable> prepared = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            prepared.add(workers.get());
        }
        long start = System.nanoTime();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> running = new ArrayList<>();
            for (Runnable worker : prepared) {
                running.add(pool.submit(() -> {
                    for (int i = 0; i < pictures; i++) {
                        worker.run();
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a worker failed", e);
        }
        return threads * pictures / ((System.nanoTime() - start) / 1e9);
    }
}
