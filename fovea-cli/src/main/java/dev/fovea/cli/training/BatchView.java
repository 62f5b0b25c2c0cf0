package dev.fovea.cli.training;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PlaceholderRange;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Rows for people. */
record BatchView(MaskStrip strip, PrintWriter out) {

    /** How much is said of images. */
    enum Images {
        /** Where they stand and their hashes. */
        SPANS,
        /** One a line, with its file. */
        PLACES
    }

    private static final int FEW = 4;

    private static final int HASH_HEAD = 12;

    void legend() {
        out.println(strip.legend());
    }

    void print(int index, MicroBatch row, Images images) {
        out.printf(
                "%nrow %d: %,d tokens, %d samples, %d images, %,d trained%s%s%n",
                index,
                row.size(),
                row.sequenceLengths().size(),
                row.images().size(),
                row.lossMask().count(),
                row.runId() == null ? "" : ", run " + printable(row.runId()) + " step " + row.runStep(),
                row.lossMask().count() == 0 ? ", no loss" : "");
        int start = 0;
        for (int length : row.sequenceLengths()) {
            segment(row, start, start + length, images);
            start += length;
        }
    }

    private void segment(MicroBatch row, int from, int to, Images images) {
        out.printf(
                "  %,7d %s%n          %,d tokens, %,d trained, env %s, temperature %s, advantage %s%s%n",
                from,
                strip.of(row, from, to),
                to - from,
                row.lossMask().slice(from, to).count(),
                printable(row.envNames().get(from)),
                row.temperatures().get(from),
                advantages(row, from, to),
                streams(row));
        List<ImageRef> inside = row.images().stream()
                .filter(ref ->
                        ref.placeholder().offset() >= from && ref.placeholder().offset() < to)
                .toList();
        switch (images) {
            case SPANS -> spans(inside);
            case PLACES -> inside.forEach(this::place);
        }
    }

    private void spans(List<ImageRef> images) {
        if (!images.isEmpty()) {
            out.println("          images "
                    + images.stream()
                            .limit(FEW)
                            .map(image -> image.placeholder().offset() + "+"
                                    + image.placeholder().length() + " " + hash(image))
                            .collect(Collectors.joining(", "))
                    + (images.size() > FEW ? " and " + (images.size() - FEW) + " more" : ""));
        }
    }

    private void place(ImageRef image) {
        PlaceholderRange range = image.placeholder();
        out.printf(
                "          image %,d to %,d, %d pads, %s %s %s%n",
                range.offset(),
                range.end(),
                range.length(),
                printable(image.item().family()),
                hash(image),
                printable(image.item().rawImageUri()));
    }

    private static String hash(ImageRef image) {
        return image.hash().hex().substring(0, HASH_HEAD);
    }

    /** The distinct ones of trained tokens, which are one where a rollout was scored as a whole. */
    private static String advantages(MicroBatch row, int from, int to) {
        double[] values = row.advantages().slice(from, to).toArray();
        boolean[] trained = row.lossMask().slice(from, to).toArray();
        double[] distinct = java.util.stream.IntStream.range(0, values.length)
                .filter(i -> trained[i])
                .mapToDouble(i -> values[i])
                .distinct()
                .toArray();
        return switch (distinct.length) {
            case 0 -> "-";
            case 1 -> "%+.4f".formatted(distinct[0]);
            default ->
                "%+.4f to %+.4f"
                        .formatted(
                                Arrays.stream(distinct).min().orElseThrow(),
                                Arrays.stream(distinct).max().orElseThrow());
        };
    }

    private static String streams(MicroBatch row) {
        return (row.streams().rl() == null ? "" : ", rl weights")
                + (row.streams().ce() == null ? "" : ", ce weights")
                + (row.streams().refKl() == null ? "" : ", ref_kl weights")
                + (row.refLogprobs() == null ? "" : ", ref logprobs")
                + (row.routedExperts() == null ? "" : ", routed experts");
    }

    /** Names come from elsewhere and must not steer the terminal. */
    private static String printable(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c)) {
                safe.append("\\u%04x".formatted(c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }
}
