package dev.fovea.vision;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.fovea.contract.ImageSize;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The packaged libwebp. Frames take tens of milliseconds, so that its calls never hold Java's arrays. */
final class Libwebp implements WebpCodec {

    private final MethodHandle rgbInto;
    private final MethodHandle rgbaInto;

    private Libwebp(NativeLibrary library) {
        FunctionDescriptor into = FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT);
        this.rgbInto = library.function("WebPDecodeRGBInto", into);
        this.rgbaInto = library.function("WebPDecodeRGBAInto", into);
    }

    static Optional<WebpCodec> find() {
        return Platform.webp().flatMap(NativeLibrary::ofResource).flatMap(Libwebp::of);
    }

    private static Optional<WebpCodec> of(NativeLibrary library) {
        try {
            return Optional.of(new Libwebp(library));
        } catch (NoSuchElementException anotherBuild) {
            return Optional.empty();
        }
    }

    @Override
    public String name() {
        return "libwebp in webp-imageio";
    }

    @Override
    public byte[] rgb(byte[] file, int offset, int length, ImageSize size) {
        return decode(rgbInto, 3, file, offset, length, size);
    }

    @Override
    public byte[] rgba(byte[] file, int offset, int length, ImageSize size) {
        return decode(rgbaInto, 4, file, offset, length, size);
    }

    private static byte[] decode(MethodHandle into, int channels, byte[] file, int offset, int length, ImageSize size) {
        int stride = channels * size.width();
        byte[] samples = new byte[Math.multiplyExact(stride, size.height())];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment encoded = arena.allocate(length);
            MemorySegment.copy(file, offset, encoded, JAVA_BYTE, 0, length);
            MemorySegment decoded = arena.allocate(samples.length);
            MemorySegment result =
                    (MemorySegment) into.invokeExact(encoded, (long) length, decoded, (long) samples.length, stride);
            if (result.equals(MemorySegment.NULL)) {
                throw InvalidImage.because("a WebP file whose data is damaged");
            }
            MemorySegment.copy(decoded, JAVA_BYTE, 0, samples, 0, samples.length);
            return samples;
        } catch (Throwable e) {
            throw NativeLibrary.failed("libwebp", e);
        }
    }
}
