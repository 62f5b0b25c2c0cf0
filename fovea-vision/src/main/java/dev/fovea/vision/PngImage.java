package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PNG picture. Inflating is the JDK's; the rest is done here, because the JDK's image reader takes damaged files that Pillow
 * refuses. Transparency, gamma, profiles and further frames do not count.
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
    private final List<PngChunks.Chunk> chunks;
    private final PngPixels pixels;

    private PngImage(Bytes bytes, PngHeader header, List<PngChunks.Chunk> chunks) {
        this.bytes = bytes;
        this.header = header;
        this.chunks = chunks;
        this.pixels = new PngPixels(header, palette(bytes, header, chunks));
    }

    static PngImage parse(Bytes bytes, ImageLimits limits) {
        PngHeader header = PngHeader.read(bytes, limits);
        List<PngChunks.Chunk> chunks = PngChunks.read(bytes);
        PngTextLimits.require(bytes, chunks);
        return new PngImage(bytes, header, chunks);
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
    public RgbImage decode() {
        byte[] rgb = new byte[Math.toIntExact(3 * size().pixels())];
        try (PngRows rows = new PngRows(bytes, chunks, header.filterDistance())) {
            for (Pass pass : header.interlaced() ? ADAM7 : List.of(WHOLE)) {
                decode(pass, rows, rgb);
            }
            rows.finish();
        }
        return new RgbImage(size(), rgb);
    }

    private void decode(Pass pass, PngRows rows, byte[] rgb) {
        int columns = Pass.count(size().width(), pass.x(), pass.acrossStep());
        if (columns == 0) {
            return;
        }
        rows.start(header.rowBytes(columns));
        for (int y = pass.y(); y < size().height(); y += pass.downStep()) {
            int to = 3 * (y * size().width() + pass.x());
            pixels.put(rows.next(), columns, rgb, to, 3 * pass.acrossStep());
        }
    }

    private static @Nullable Palette palette(Bytes bytes, PngHeader header, List<PngChunks.Chunk> chunks) {
        if (header.colour() != PngHeader.Colour.INDEXED) {
            return null;
        }
        PngChunks.Chunk found = chunks.stream()
                .filter(chunk -> chunk.type().equals("PLTE"))
                .findFirst()
                .orElseThrow(() -> InvalidImage.because("an indexed PNG file without a palette"));
        return Palette.read(bytes.array(), found.offset(), Math.min(256, found.length() / 3), 3, 0, 2);
    }

    /** Which pixels a pass holds. */
    private record Pass(int x, int y, int acrossStep, int downStep) {

        static int count(int width, int from, int step) {
            return from >= width ? 0 : (width - from + step - 1) / step;
        }
    }
}
