package dev.fovea.cli.training;

import dev.fovea.contract.MicroBatch;

/** Sums over the rows of a file. */
final class BatchTotals {

    private long tokens;
    private long trained;
    private long samples;
    private long images;
    private int withoutLoss;

    void add(MicroBatch row) {
        tokens += row.size();
        trained += row.lossMask().count();
        samples += row.sequenceLengths().size();
        images += row.images().size();
        withoutLoss += row.lossMask().count() == 0 ? 1 : 0;
    }

    String text(int rows, int hidden) {
        return (hidden > 0 ? "... and %,d more rows (--rows, --row, --json)%n".formatted(hidden) : "")
                + "%,d rows: %,d samples, %,d tokens, %,d trained, %,d images; %,d rows without loss%n"
                        .formatted(rows, samples, tokens, trained, images, withoutLoss);
    }
}
