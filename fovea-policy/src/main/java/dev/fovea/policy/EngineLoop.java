package dev.fovea.policy;

import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The engine's thread: admits turns as they come, and samples one token for all live ones in turn. New weights wait until nothing
 * is live, and everything that came after them waits for them.
 */
final class EngineLoop implements Runnable {

    private static final System.Logger LOG = System.getLogger(EngineLoop.class.getName());

    private final Mailbox mailbox;
    private final Supplier<Generation> start;
    private volatile WeightVersion weights;
    private volatile boolean stopped;

    /** The most turns that were live or waiting together since the engine was last idle. */
    private int crowd = 1;

    /**
     * A loop for one thread.
     *
     * @param weights that the generation starts with
     * @param start makes the generation on the loop's own thread
     */
    EngineLoop(Mailbox mailbox, WeightVersion weights, Supplier<Generation> start) {
        this.mailbox = mailbox;
        this.weights = weights;
        this.start = start;
    }

    /** Which weights answer now. */
    WeightVersion weights() {
        return weights;
    }

    /** Whether nothing will be answered any more. */
    boolean stopped() {
        return stopped;
    }

    @Override
    public void run() {
        RuntimeException end = unavailable();
        try (Generation generation = start.get()) {
            try {
                boolean working = true;
                while (working) {
                    working = work(generation);
                }
            } finally {
                generation.fail(end);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stopped = true;
            failWaiting(end);
        }
    }

    /** The error of a request that a stopping engine will not answer. */
    static EngineException unavailable() {
        return new EngineException(
                ErrorCode.ENGINE_UNAVAILABLE, "the embedded engine is shutting down", "start it again");
    }

    /** Fails everything that was posted and not admitted. */
    void failWaiting(RuntimeException fault) {
        mailbox.take();
        for (EngineMessage message : mailbox.taken()) {
            switch (message) {
                case Turn turn -> turn.result().completeExceptionally(fault);
                case EngineMessage.NewWeights next -> {
                    next.memory().close();
                    next.done().completeExceptionally(fault);
                }
                case EngineMessage.Stop _ -> {}
            }
        }
        mailbox.taken().clear();
    }

    /** One round; false where the engine is to stop. */
    private boolean work(Generation generation) throws InterruptedException {
        boolean idle = generation.size() == 0 && mailbox.taken().isEmpty();
        if (idle) {
            mailbox.await(crowd);
            crowd = 1;
        } else {
            mailbox.take();
        }
        crowd = Math.max(crowd, generation.size() + mailbox.taken().size());
        if (mailbox.taken().contains(EngineMessage.Stop.STOP)) {
            return false;
        }
        try {
            replaceWeights(generation);
            List<Turn> admitted = admitted(generation);
            if (!admitted.isEmpty()) {
                generation.admit(admitted);
            }
            generation.advance().reversed().forEach(mailbox.taken()::addFirst);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "sampling failed; all live turns fail with it", e);
            generation.fail(failed(e));
        }
        return true;
    }

    private void replaceWeights(Generation generation) {
        while (generation.size() == 0 && mailbox.taken().peek() instanceof EngineMessage.NewWeights next) {
            mailbox.taken().remove();
            try {
                generation.replace(next.memory(), next.version());
                this.weights = next.version();
                next.done().complete(next.version());
            } catch (RuntimeException e) {
                next.memory().close();
                next.done().completeExceptionally(failed(e));
            }
        }
    }

    private List<Turn> admitted(Generation generation) {
        List<Turn> admitted = new ArrayList<>();
        while (mailbox.taken().peek() instanceof Turn turn) {
            if (turn.result().isDone()) {
                mailbox.taken().remove();
            } else if (generation.hasRoom(turn, admitted)) {
                mailbox.taken().remove();
                admitted.add(turn);
            } else {
                break;
            }
        }
        return admitted;
    }

    private static RuntimeException failed(RuntimeException cause) {
        return cause instanceof FoveaException
                ? cause
                : new EngineException(
                        ErrorCode.ENGINE_FAILED,
                        "the embedded engine failed while it sampled: " + cause.getMessage(),
                        "send the request again; if it fails again, report it with the engine's log",
                        cause);
    }
}
