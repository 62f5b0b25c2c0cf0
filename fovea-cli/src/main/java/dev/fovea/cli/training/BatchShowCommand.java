package dev.fovea.cli.training;

import dev.fovea.cli.Terminal;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.wire.MicroBatchReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea batch show}. */
@Command(
        name = "show",
        description = {
            "Shows the rows of a rank's file (rank_<rank>.bin): their samples, what is trained, and where which image stands.",
            "A strip shows a sample from its first token to its last: trained, image, context, padding. One row at a time is in memory."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class BatchShowCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The file.")
    private @Nullable Path file;

    @Option(names = "--row", paramLabel = "N", description = "Only this row, from 0, with the file of every image.")
    private @Nullable Integer row;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "8",
            description = "How many rows are shown in full; the others are summed up. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--json", description = "One JSON object a row and line, all rows, all images.")
    private boolean json;

    @Override
    public Integer call() {
        Path from = Objects.requireNonNull(file, "picocli demands FILE");
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(from), 1 << 16)) {
            show(new MicroBatchReader(in, Files.size(from)), out);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    from + " cannot be read",
                    "name a file that packing has written",
                    e);
        } finally {
            out.flush();
        }
        return 0;
    }

    private void show(MicroBatchReader reader, PrintWriter out) {
        BatchView view = new BatchView(
                Terminal.isWatched() && System.getenv("NO_COLOR") == null ? MaskStrip.COLOURED : MaskStrip.PLAIN, out);
        int count = reader.remaining();
        if (!json && row == null) {
            view.legend();
        }
        BatchTotals totals = new BatchTotals();
        for (int index = 0; reader.hasNext(); index++) {
            MicroBatch next = reader.next();
            totals.add(next);
            if (row != null && row != index) {
                continue;
            }
            if (json) {
                out.println(BatchJson.of(index, next));
            } else if (row != null || index < rows) {
                view.print(index, next, row == null ? BatchView.Images.SPANS : BatchView.Images.PLACES);
            }
        }
        if (row != null && (row < 0 || row >= count)) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the file has no row " + row,
                    "name one of its " + count + " rows");
        }
        if (!json && row == null) {
            out.print(totals.text(count, Math.max(0, count - rows)));
        }
    }
}
