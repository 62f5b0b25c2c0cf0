package dev.fovea.policy;

import ai.djl.ndarray.NDManager;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** The one platform thread that calls PyTorch for a learner, with the root of its native arrays. */
final class TorchThread implements AutoCloseable {

    private final ExecutorService executor;
    private final NDManager root;

    TorchThread(String name, int threads) {
        LibTorch.load();
        this.executor = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(name).daemon().factory());
        this.root = await(executor.submit(() -> LibTorch.enterThread(threads)));
    }

    /** Runs to the end even where the caller is interrupted: half a step cannot be taken back. */
    <T> T call(Function<NDManager, T> work) {
        return await(executor.submit(() -> work.apply(root)));
    }

    /** The same where nothing comes back. */
    void run(Consumer<NDManager> work) {
        await(executor.submit(() -> work.accept(root)));
    }

    private static <T> T await(Future<T> future) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw unwrapped(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException unwrapped(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException fault ? fault : new IllegalStateException(cause);
    }

    /** Frees all native arrays; does nothing the second time. */
    @Override
    public void close() {
        if (!executor.isShutdown()) {
            run(NDManager::close);
            executor.shutdown();
        }
    }
}
