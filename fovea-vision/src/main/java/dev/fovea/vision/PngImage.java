package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PNG picture as Pillow's {@code convert("RGB")} shows it: transparency ignored, 16-bit colour by its high byte, 16-bit grey
 * clipped at 255. Only header, palette and data go to the JDK's reader: without tRNS, gamma and profile it has nothing to convert.
 */
final class PngImage implements ParsedImage {

    private static final int GREY = 0;
    private static final int RGB = 2;
    private static final int INDEXED = 3;
    private static final int GREY_ALPHA = 4;
    private static final int RGBA = 6;

    private static final JdkReader READER = new JdkReader("png");

    private final ImageSize size;
    private final int depth;
    private final int colourType;
    private final @Nullable Palette palette;
    private final byte[] bare;

    private PngImage(ImageSize size, int depth, int colourType, @Nullable Palette palette, byte[] bare) {
        this.size = size;
        this.depth = depth;
        this.colourType = colourType;
        this.palette = palette;
        this.bare = bare;
    }

    static ImageSize size(Bytes bytes, ImageLimits limits) {
        if (!bytes.has(12, "IHDR")) {
            throw InvalidImage.because("a PNG file that does not begin with its header");
        }
        return limits.require(bytes.u32be(16), bytes.u32be(20));
    }

    static PngImage parse(Bytes bytes, ImageLimits limits) {
        ImageSize size = size(bytes, limits);
        List<PngChunks.Chunk> chunks = PngChunks.read(bytes);
        PngTextLimits.require(bytes, chunks);
        int colourType = bytes.u8(25);
        Palette palette = colourType == INDEXED ? palette(bytes, chunks) : null;
        return new PngImage(size, bytes.u8(24), colourType, palette, bare(bytes, chunks, palette != null));
    }

    @Override
    public ImageKind kind() {
        return ImageKind.PNG;
    }

    @Override
    public ImageSize size() {
        return size;
    }

    @Override
    public RgbImage decode() {
        Raster raster = READER.read(bare);
        if (raster.getWidth() != size.width() || raster.getHeight() != size.height()) {
            throw InvalidImage.because("a PNG file whose data has another size than its header");
        }
        if (depth == 8 && (colourType == RGB || colourType == RGBA)) {
            return new RgbImage(size, Samples.rgb(raster));
        }
        byte[] rgb = new byte[Math.toIntExact(3 * size.pixels())];
        Samples.forEachRow(raster, (row, y) -> put(row, raster.getNumBands(), rgb, 3 * y * size.width()));
        return new RgbImage(size, rgb);
    }

    private void put(int[] row, int bands, byte[] rgb, int offset) {
        int to = offset;
        for (int at = 0; at < row.length; at += bands) {
            if (palette != null) {
                palette.put(row[at], rgb, to);
            } else if (colourType == GREY || colourType == GREY_ALPHA) {
                byte grey = (byte) grey(row[at]);
                rgb[to] = grey;
                rgb[to + 1] = grey;
                rgb[to + 2] = grey;
            } else {
                rgb[to] = (byte) (row[at] >> 8);
                rgb[to + 1] = (byte) (row[at + 1] >> 8);
                rgb[to + 2] = (byte) (row[at + 2] >> 8);
            }
            to += 3;
        }
    }

    private int grey(int sample) {
        if (depth == 16) {
            return colourType == GREY ? Math.min(sample, 255) : sample >> 8;
        }
        return sample * 255 / ((1 << depth) - 1);
    }

    private static Palette palette(Bytes bytes, List<PngChunks.Chunk> chunks) {
        PngChunks.Chunk found = chunks.stream()
                .filter(chunk -> chunk.type().equals("PLTE"))
                .findFirst()
                .orElseThrow(() -> InvalidImage.because("an indexed PNG file without a palette"));
        return Palette.read(bytes.array(), found.offset(), Math.min(256, found.length() / 3), 3, 0, 2);
    }

    private static byte[] bare(Bytes bytes, List<PngChunks.Chunk> chunks, boolean indexed) {
        ByteArrayOutputStream bare = new ByteArrayOutputStream(bytes.length());
        bare.write(bytes.array(), 0, PngChunks.SIGNATURE_BYTES);
        for (PngChunks.Chunk chunk : chunks) {
            boolean wanted = switch (chunk.type()) {
                case "IHDR", "IDAT", "IEND" -> true;
                case "PLTE" -> indexed;
                default -> false;
            };
            if (wanted) {
                bare.write(bytes.array(), chunk.start(), chunk.end() - chunk.start());
            }
        }
        return bare.toByteArray();
    }
}
