package dev.fovea.vision;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The libjpeg-turbo inside the packaged Leptonica, for machines without one of their own. Leptonica catches the library's errors
 * itself; it gives grey and three components, not four.
 */
final class LeptonicaJpeg implements JpegCodec {

    private static final int SILENT = 6;
    private static final int NO_COLOUR_MAP = 0;
    private static final int FULL_SIZE = 1;
    private static final int KEEP_GOING_ON_BAD_DATA = 2;

    private final MethodHandle read;
    private final MethodHandle destroy;
    private final MethodHandle width;
    private final MethodHandle height;
    private final MethodHandle depth;
    private final MethodHandle wordsPerLine;
    private final MethodHandle data;

    private LeptonicaJpeg(NativeLibrary library) {
        FunctionDescriptor number = FunctionDescriptor.of(JAVA_INT, ADDRESS);
        this.read = library.function(
                "pixReadMemJpeg",
                FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
        this.destroy = library.function("pixDestroy", FunctionDescriptor.ofVoid(ADDRESS));
        this.width = library.function("pixGetWidth", number);
        this.height = library.function("pixGetHeight", number);
        this.depth = library.function("pixGetDepth", number);
        this.wordsPerLine = library.function("pixGetWpl", number);
        this.data = library.function("pixGetData", FunctionDescriptor.of(ADDRESS, ADDRESS));
        silence(library.function("setMsgSeverity", FunctionDescriptor.of(JAVA_INT, JAVA_INT)));
    }

    static Optional<JpegCodec> find() {
        return Platform.leptonica().flatMap(NativeLibrary::ofResource).flatMap(LeptonicaJpeg::of);
    }

    private static Optional<JpegCodec> of(NativeLibrary library) {
        try {
            return Optional.of(new LeptonicaJpeg(library));
        } catch (NoSuchElementException anotherBuild) {
            return Optional.empty();
        }
    }

    /** Leptonica tells standard error of every bad file; the exception tells as much. */
    private static void silence(MethodHandle setSeverity) {
        try {
            int ignored = (int) setSeverity.invokeExact(SILENT);
        } catch (Throwable e) {
            throw NativeLibrary.failed("setMsgSeverity", e);
        }
    }

    @Override
    public String name() {
        return "libjpeg-turbo in Leptonica";
    }

    @Override
    public void decode(JpegStream jpeg, byte[] rgb) {
        if (jpeg.colour() == JpegColour.CMYK || jpeg.colour() == JpegColour.YCCK) {
            throw InvalidImage.unsupported("JPEG of four components");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment encoded = arena.allocateFrom(JAVA_BYTE, jpeg.bytes());
            MemorySegment pix = (MemorySegment) read.invokeExact(
                    encoded,
                    (long) jpeg.bytes().length,
                    NO_COLOUR_MAP,
                    FULL_SIZE,
                    MemorySegment.NULL,
                    KEEP_GOING_ON_BAD_DATA);
            if (pix.equals(MemorySegment.NULL)) {
                throw InvalidImage.because("the JPEG data is damaged");
            }
            try {
                copy(pix, jpeg, rgb);
            } finally {
                destroy.invokeExact(arena.allocateFrom(ADDRESS, pix));
            }
        } catch (Throwable e) {
            throw NativeLibrary.failed("Leptonica", e);
        }
    }

    @SuppressWarnings("restricted") // the size of the foreign rows is known from Leptonica alone, and proven first
    private void copy(MemorySegment pix, JpegStream jpeg, byte[] rgb) throws Throwable {
        int columns = jpeg.size().width();
        int rows = jpeg.size().height();
        int bits = (int) depth.invokeExact(pix);
        int words = (int) wordsPerLine.invokeExact(pix);
        boolean grey = jpeg.colour() == JpegColour.GREY;
        if ((int) width.invokeExact(pix) != columns
                || (int) height.invokeExact(pix) != rows
                || bits != (grey ? 8 : 32)
                || 32L * words < (long) bits * columns) {
            throw InvalidImage.because("a JPEG file whose data has another size than its header");
        }
        MemorySegment samples = ((MemorySegment) data.invokeExact(pix)).reinterpret(4L * words * rows);
        int[] row = new int[words];
        for (int y = 0; y < rows; y++) {
            MemorySegment.copy(samples, JAVA_INT, 4L * words * y, row, 0, words);
            unpack(row, grey, rgb, 3 * columns * y, columns);
        }
    }

    /** Samples fill words from the highest byte down, whatever the platform's byte order. */
    private static void unpack(int[] row, boolean grey, byte[] rgb, int at, int columns) {
        int to = at;
        for (int x = 0; x < columns; x++) {
            int word = grey ? 0x1010100 * ((row[x >> 2] >>> (24 - 8 * (x & 3))) & 0xFF) : row[x];
            rgb[to] = (byte) (word >> 24);
            rgb[to + 1] = (byte) (word >> 16);
            rgb[to + 2] = (byte) (word >> 8);
            to += 3;
        }
    }
}
