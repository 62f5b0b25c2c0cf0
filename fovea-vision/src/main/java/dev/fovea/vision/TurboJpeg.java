package dev.fovea.vision;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The system's libjpeg-turbo through its TurboJPEG functions, which 2.x and 3.x share. Unlike libjpeg's own they return on an error
 * instead of leaving by {@code longjmp}, which Java cannot take part in.
 */
@SuppressWarnings("restricted") // how long a message of the library may be, only a layout can say
final class TurboJpeg implements JpegCodec {

    private static final List<String> NAMES = List.of(
            "libturbojpeg.so.0",
            "libturbojpeg.so",
            "/opt/homebrew/lib/libturbojpeg.dylib",
            "/usr/local/lib/libturbojpeg.dylib",
            "libturbojpeg.dylib",
            "turbojpeg.dll");

    private static final int RGB = 0;
    private static final int CMYK = 11;

    /**
     * How the library's warnings begin. Its error code cannot tell: after one warning, 2.1.5 calls any error of the same file a
     * warning too. The message is that of the last event, so that a warning there means that no error ended the work.
     */
    private static final List<String> WARNINGS = List.of(
            "Corrupt JPEG data",
            "Premature end of JPEG file",
            "Inconsistent progression sequence",
            "Invalid SOS parameters for sequential JPEG");

    private static final long LONGEST_MESSAGE = 200;

    /**
     * A critical call reads and writes Java's arrays in place, and in return nothing that needs a safepoint, no collection above all,
     * proceeds before it returns. Decoding runs at 500 megapixels a second or faster, so that this bound keeps everybody for 5 ms at
     * most; larger pictures, and progressive ones, whose scans cost more, are copied.
     */
    private static final long MOST_PIXELS_IN_PLACE = 2_500_000;

    private final MethodHandle open;
    private final MethodHandle decompress;
    private final MethodHandle decompressInPlace;
    private final MethodHandle errorText;
    private final MethodHandle close;

    private TurboJpeg(NativeLibrary library) {
        AddressLayout text = ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(LONGEST_MESSAGE, JAVA_BYTE));
        this.open = library.function("tjInitDecompress", FunctionDescriptor.of(ADDRESS));
        this.decompress = decompress(library);
        this.decompressInPlace = decompress(library, Linker.Option.critical(true));
        this.errorText = library.function("tjGetErrorStr2", FunctionDescriptor.of(text, ADDRESS));
        this.close = library.function("tjDestroy", FunctionDescriptor.of(JAVA_INT, ADDRESS));
    }

    static Optional<JpegCodec> find() {
        return NativeLibrary.ofSystem(NAMES).flatMap(TurboJpeg::of);
    }

    private static Optional<JpegCodec> of(NativeLibrary library) {
        try {
            return Optional.of(new TurboJpeg(library));
        } catch (NoSuchElementException tooOld) {
            return Optional.empty();
        }
    }

    private static MethodHandle decompress(NativeLibrary library, Linker.Option... options) {
        MemoryLayout length = Linker.nativeLinker().canonicalLayouts().get("long");
        return library.function(
                "tjDecompress2",
                MethodType.methodType(
                        int.class,
                        MemorySegment.class,
                        MemorySegment.class,
                        long.class,
                        MemorySegment.class,
                        int.class,
                        int.class,
                        int.class,
                        int.class,
                        int.class),
                FunctionDescriptor.of(
                        JAVA_INT, ADDRESS, ADDRESS, length, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT),
                options);
    }

    @Override
    public String name() {
        return "libjpeg-turbo of the system";
    }

    @Override
    public void decode(JpegStream jpeg, byte[] rgb) {
        switch (jpeg.colour()) {
            case GREY, YCBCR, RGB -> decode(jpeg, RGB, rgb);
            case CMYK, YCCK -> {
                byte[] inks = new byte[Math.toIntExact(4 * jpeg.size().pixels())];
                decode(jpeg, CMYK, inks);
                Cmyk.put(inks, rgb);
            }
        }
    }

    private void decode(JpegStream jpeg, int format, byte[] samples) {
        boolean inPlace =
                jpeg.size().pixels() <= MOST_PIXELS_IN_PLACE && !jpeg.frame().isProgressive();
        try {
            MemorySegment handle = (MemorySegment) open.invokeExact();
            if (handle.equals(MemorySegment.NULL)) {
                throw new IllegalStateException("libjpeg-turbo has no memory for a decompressor");
            }
            try {
                int status = inPlace ? inPlace(handle, jpeg, format, samples) : copied(handle, jpeg, format, samples);
                requireDecoded(handle, status);
            } finally {
                int ignored = (int) close.invokeExact(handle);
            }
        } catch (Throwable e) {
            throw NativeLibrary.failed("libjpeg-turbo", e);
        }
    }

    private int inPlace(MemorySegment handle, JpegStream jpeg, int format, byte[] samples) throws Throwable {
        return decompress(
                decompressInPlace,
                handle,
                jpeg,
                MemorySegment.ofArray(jpeg.bytes()),
                MemorySegment.ofArray(samples),
                format);
    }

    private int copied(MemorySegment handle, JpegStream jpeg, int format, byte[] samples) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment encoded = arena.allocateFrom(JAVA_BYTE, jpeg.bytes());
            MemorySegment decoded = arena.allocate(samples.length);
            int status = decompress(decompress, handle, jpeg, encoded, decoded, format);
            MemorySegment.copy(decoded, JAVA_BYTE, 0, samples, 0, samples.length);
            return status;
        }
    }

    /** Writes no further than the size says, whatever the library reads in the file: width, pitch and height bound it. */
    private static int decompress(
            MethodHandle call,
            MemorySegment handle,
            JpegStream jpeg,
            MemorySegment encoded,
            MemorySegment decoded,
            int format)
            throws Throwable {
        int width = jpeg.size().width();
        int pitch = width * (format == CMYK ? 4 : 3);
        return (int) call.invokeExact(
                handle,
                encoded,
                (long) jpeg.bytes().length,
                decoded,
                width,
                pitch,
                jpeg.size().height(),
                format,
                0);
    }

    private void requireDecoded(MemorySegment handle, int status) throws Throwable {
        if (status == 0) {
            return;
        }
        String message = ((MemorySegment) errorText.invokeExact(handle)).getString(0);
        if (WARNINGS.stream().noneMatch(message::startsWith)) {
            throw InvalidImage.because("the JPEG data is damaged: " + message);
        }
    }
}
