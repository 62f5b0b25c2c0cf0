package dev.fovea.cli.feed;

import dev.fovea.cli.Terminal;
import dev.fovea.contract.error.StorageException;
import dev.fovea.training.feed.BatchMetadata;
import dev.fovea.training.feed.FeedListener;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.StepMetrics;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What a feed tells while it works: a line that moves, a line a step, and the step's metrics as a line of JSON. */
final class FeedProgress implements FeedListener {

    private static final double MEBIBYTE = 1 << 20;

    private final PrintWriter out;
    private final @Nullable Path metricsFile;
    private final int rank;
    private final PixelBudget budget;
    private final Consumer<String> line = Terminal.waitingLine();
    private final AtomicLong steps = new AtomicLong();

    FeedProgress(PrintWriter out, @Nullable Path metricsFile, int rank, PixelBudget budget) {
        this.out = out;
        this.metricsFile = metricsFile;
        this.rank = rank;
        this.budget = budget;
    }

    @Override
    public void sent(BatchMetadata batch, StepMetrics soFar) {
        line.accept("step %d: %d of %d micro-batches, %s"
                .formatted(batch.place().step(), soFar.batches(), batch.place().count(), pixels(soFar)));
    }

    @Override
    public void released(long step, StepMetrics metrics) {
        line.accept("");
        out.println("step %d: %d micro-batches, %d tokens, %d trained, %s"
                .formatted(step, metrics.batches(), metrics.tokens(), metrics.trainedTokens(), pixels(metrics)));
        out.flush();
        append(step, metrics);
        steps.incrementAndGet();
    }

    long steps() {
        return steps.get();
    }

    private String pixels(StepMetrics metrics) {
        return String.format(
                Locale.ROOT,
                "%d images%s, %.1f MiB of pixels in %.2f s (at most %.1f MiB at once)",
                metrics.images().materialized(),
                metrics.images().placeholdered() == 0
                        ? ""
                        : " and " + metrics.images().placeholdered() + " PLACEHOLDERS",
                metrics.pixelBytes() / MEBIBYTE,
                metrics.materializeSeconds(),
                budget.peakBytes() / MEBIBYTE);
    }

    private void append(long step, StepMetrics metrics) {
        if (metricsFile == null) {
            return;
        }
        Map<String, Number> named = new LinkedHashMap<>();
        named.put("step", step);
        named.put("rank", rank);
        named.putAll(metrics.named());
        named.put("mm/pixel_bytes_peak", budget.peakBytes());
        append(metricsFile, JsonMapper.shared().writeValueAsString(named) + "\n");
    }

    /** Finds out before the first step, and not behind it, that metrics have no place. */
    static void requireWritable(@Nullable Path metricsFile) {
        if (metricsFile != null) {
            append(metricsFile, "");
        }
    }

    private static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new StorageException(
                    StorageException.codeOf(e),
                    "could not write " + file + " (" + e + ")",
                    "check free space and permissions",
                    e);
        }
    }
}
