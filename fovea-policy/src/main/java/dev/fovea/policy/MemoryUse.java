package dev.fovea.policy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.Locale;

/** What weights are loaded for, and how much native memory that takes at least. */
enum MemoryUse {
    /** Only looked at. */
    CHECKED {
        @Override
        long floats(WeightPlan plan) {
            return plan.size();
        }
    },
    /** A tied head is kept apart from the embedding, because it holds the last norm's gain. */
    SERVED {
        @Override
        long floats(WeightPlan plan) {
            return plan.size()
                    + (plan.has(WeightPlan.HEAD) ? 0 : plan.embedding().size());
        }
    },
    /** Weights, two moments, the gradients and their run. */
    TRAINED {
        @Override
        long floats(WeightPlan plan) {
            return Math.multiplyExact(5, plan.size());
        }
    };

    /** A run reloads its weights at each step; what takes less than this share of the memory is worth no line of its log. */
    private static final int NOTEWORTHY_SHARE = 16;

    private static final System.Logger LOG = System.getLogger(MemoryUse.class.getName());

    abstract long floats(WeightPlan plan);

    /**
     * Says what will be loaded, before it is.
     *
     * @throws SetupException where it cannot fit
     */
    void require(Path folder, WeightPlan plan, HostMemory memory) {
        long bytes = Math.multiplyExact(floats(plan), Float.BYTES);
        String need = String.format(
                Locale.ROOT,
                "checkpoint %s: %,d weights, %s, take at least %s in float32; %s of memory are available",
                folder,
                plan.size(),
                name().toLowerCase(Locale.ROOT),
                gibibytes(bytes),
                gibibytes(memory.availableBytes()));
        boolean large = bytes > memory.availableBytes() / NOTEWORTHY_SHARE;
        LOG.log(large ? System.Logger.Level.INFO : System.Logger.Level.DEBUG, need);
        if (bytes > memory.availableBytes()) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    need,
                    "use an external engine, a smaller checkpoint, or a machine with more memory");
        }
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }
}
