package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.List;

/**
 * A PNG picture. Inflating is a library's; the rest is done here, because the JDK's image reader takes damaged files that Pillow
 * refuses. Gamma, profiles and further frames do not count.
 */
final class PngImage implements ParsedImage {

    private static final Pass WHOLE = new Pass(0, 0, 1, 1);

    private static final List<Pass> ADAM7 = List.of(
            new Pass(0, 0, 8, 8),
            new Pass(4, 0, 8, 8),
            new Pass(0, 4, 4, 8),
            new Pass(2, 0, 4, 4),
            new Pass(0, 2, 2, 4),
            new Pass(1, 0, 2, 2),
            new Pass(0, 1, 1, 2));

    private final Bytes bytes;
    private final PngHeader header;
    private final PngMetadata metadata;
    private final List<PngChunks.Chunk> chunks;
    private final Inflation inflation;

    private PngImage(
            Bytes bytes, PngHeader header, PngMetadata metadata, List<PngChunks.Chunk> chunks, Inflation inflation) {
        this.bytes = bytes;
        this.header = header;
        this.metadata = metadata;
        this.chunks = chunks;
        this.inflation = inflation;
    }

    static PngImage parse(Bytes bytes, ImageLimits limits, Inflation inflation) {
        PngHeader header = PngHeader.read(bytes, limits);
        List<PngChunks.Chunk> chunks = PngChunks.read(bytes, limits);
        PngMetadata metadata = PngMetadata.read(bytes, header, chunks, limits);
        if (header.colour() == PngHeader.Colour.INDEXED && metadata.palette() == null) {
            throw InvalidImage.because("an indexed PNG file without a palette");
        }
        return new PngImage(bytes, header, metadata, chunks, inflation);
    }

    @Override
    public ImageKind kind() {
        return ImageKind.PNG;
    }

    @Override
    public ImageSize size() {
        return header.size();
    }

    @Override
    public Orientation orientation() {
        return metadata.orientation();
    }

    @Override
    public Transparency transparency() {
        return metadata.transparency();
    }

    @Override
    public void paint(Canvas canvas) {
        List<Pass> passes = header.interlaced() ? ADAM7 : List.of(WHOLE);
        long total = passes.stream().mapToLong(pass -> pass.bytes(header)).sum();
        try (PngRows rows = PngRows.open(bytes, chunks, total, inflation)) {
            if (isStoredAsPainted()) {
                paintRgb(rows, canvas.rgb());
            } else {
                PngPixels pixels = new PngPixels(header, metadata, canvas);
                passes.forEach(pass -> paint(pass, rows, pixels));
            }
            rows.finish();
        }
    }

    private boolean isStoredAsPainted() {
        return header.colour() == PngHeader.Colour.RGB && header.depth() == 8 && !header.interlaced();
    }

    /** Rows of the commonest kind are unfiltered straight into the picture, where the row above is at hand. */
    private void paintRgb(PngRows rows, byte[] rgb) {
        int length = header.rowBytes(size().width());
        rows.start(length);
        byte[] zeros = new byte[length];
        for (int y = 0; y < size().height(); y++) {
            int row = rows.next(length);
            byte[] above = y == 0 ? zeros : rgb;
            PngFilter.undo(rows.array(), row, rgb, y * length, above, y == 0 ? 0 : (y - 1) * length, length, 3);
        }
    }

    private void paint(Pass pass, PngRows rows, PngPixels pixels) {
        int columns = Pass.count(size().width(), pass.x(), pass.acrossStep());
        if (columns == 0) {
            return;
        }
        int length = header.rowBytes(columns);
        rows.start(length);
        byte[] row = new byte[length];
        byte[] above = new byte[length];
        for (int y = pass.y(); y < size().height(); y += pass.downStep()) {
            int next = rows.next(length);
            PngFilter.undo(rows.array(), next, row, 0, above, 0, length, header.filterDistance());
            pixels.put(row, columns, y * size().width() + pass.x(), pass.acrossStep());
            byte[] finished = row;
            row = above;
            above = finished;
        }
    }

    /** Which pixels a pass holds. */
    private record Pass(int x, int y, int acrossStep, int downStep) {

        static int count(int size, int from, int step) {
            return from >= size ? 0 : (size - from + step - 1) / step;
        }

        long bytes(PngHeader header) {
            int columns = count(header.size().width(), x, acrossStep);
            long rows = count(header.size().height(), y, downStep);
            return columns == 0 ? 0 : rows * (1 + header.rowBytes(columns));
        }
    }
}
