package dev.fovea.cli.training;

import dev.fovea.contract.MicroBatch;

/** A stretch of a row in one line: each cell stands for equally many tokens and shows what weighs most in it. */
enum MaskStrip {
    COLOURED,
    PLAIN;

    private static final int CELLS = 72;
    private static final String RESET = "\u001b[0m";

    /** What a token can be; what comes first wins a cell: a single trained token must not be overlooked. */
    private enum Kind {
        TRAINED("█", "T", "\u001b[1;36m"),
        IMAGE("▓", "i", "\u001b[33m"),
        PADDING("░", "_", "\u001b[2m"),
        CONTEXT("─", ".", "\u001b[2m");

        private final String coloured;
        private final String plain;
        private final String colour;

        Kind(String coloured, String plain, String colour) {
            this.coloured = coloured;
            this.plain = plain;
            this.colour = colour;
        }
    }

    String legend() {
        StringBuilder legend = new StringBuilder();
        for (Kind kind : Kind.values()) {
            legend.append(cells(kind, 1))
                    .append(' ')
                    .append(kind.name().toLowerCase(java.util.Locale.ROOT))
                    .append("   ");
        }
        return legend.toString().stripTrailing();
    }

    /** Tokens {@code from} to {@code to} of a row. */
    String of(MicroBatch row, int from, int to) {
        boolean[] trained = row.lossMask().slice(from, to).toArray();
        boolean[] image = new boolean[to - from];
        row.images().forEach(ref -> {
            for (int i = Math.max(from, ref.placeholder().offset());
                    i < Math.min(to, ref.placeholder().end());
                    i++) {
                image[i - from] = true;
            }
        });
        int cells = Math.min(CELLS, to - from);
        StringBuilder strip = new StringBuilder();
        Kind run = Kind.CONTEXT;
        int length = 0;
        for (int cell = 0; cell < cells; cell++) {
            int begin = (int) ((long) cell * (to - from) / cells);
            int end = (int) ((long) (cell + 1) * (to - from) / cells);
            Kind kind = kind(row, from, trained, image, begin, end);
            if (kind != run) {
                strip.append(cells(run, length));
                run = kind;
                length = 0;
            }
            length++;
        }
        return strip.append(cells(run, length)).toString();
    }

    private static Kind kind(MicroBatch row, int from, boolean[] trained, boolean[] image, int begin, int end) {
        int images = 0;
        for (int i = begin; i < end; i++) {
            if (trained[i]) {
                return Kind.TRAINED;
            }
            images += image[i] ? 1 : 0;
        }
        if (images > 0) {
            return Kind.IMAGE;
        }
        return row.envNames().get(from + begin).isEmpty() ? Kind.PADDING : Kind.CONTEXT;
    }

    private String cells(Kind kind, int count) {
        return switch (this) {
            case COLOURED -> count == 0 ? "" : kind.colour + kind.coloured.repeat(count) + RESET;
            case PLAIN -> kind.plain.repeat(count);
        };
    }
}
