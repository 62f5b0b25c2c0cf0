package dev.fovea.vision;

import dev.fovea.contract.error.RequestException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Targets for a fuzzer, one nested class each: any bytes must give a picture or a refusal with a status of the 4xx, within small
 * limits, and nothing else. They need no library of their own. With Jazzer 0.28 on the class path of the tests, one run is
 * {@code java com.code_intelligence.jazzer.Jazzer --target_class='dev.fovea.vision.DecoderFuzz$Png'
 * --instrumentation_includes='dev.fovea.vision.**' -runs=1000000 SEEDS}, with the pictures of {@code golden} as seeds.
 * {@link DecoderFuzzTest} replays seeds and findings.
 */
final class DecoderFuzz {

    static final ImageLimits LIMITS = new ImageLimits(1 << 16, 1 << 14, 50, 500, 20, 1 << 14, 1 << 16);

    private DecoderFuzz() {}

    /** The header alone. */
    public static final class Probe {
        private static final ImageProbe PROBE = new ImageProbe(LIMITS);

        private Probe() {}

        public static void fuzzerTestOneInput(byte[] data) {
            refusedOr(() -> PROBE.probe(data));
        }
    }

    /** PNG with its checksums repaired, through both inflations, which must agree. */
    public static final class Png {
        private static final Codecs FAST = DecoderProof.codecs();
        private static final Codecs SLOW = FAST.with(Inflation.NONE);

        private Png() {}

        public static void fuzzerTestOneInput(byte[] data) {
            byte[] repaired = PngRepair.checksums(as("\u0089PNG\r\n\u001a\n", data));
            RgbImage fast = decode(FAST, DecodePolicy.WHITE, repaired);
            RgbImage slow = decode(SLOW, DecodePolicy.WHITE, repaired);
            boolean same = Arrays.equals(samples(fast), samples(slow));
            if (!same) {
                throw new IllegalStateException("the two inflations disagree");
            }
        }
    }

    /** JPEG through the system's libjpeg-turbo. */
    public static final class SystemTurboJpeg {
        private static final Codecs CODECS = only(TurboJpeg.find().stream().toList());

        private SystemTurboJpeg() {}

        public static void fuzzerTestOneInput(byte[] data) {
            decode(CODECS, DecodePolicy.PLAIN, as("\u00ff\u00d8\u00ff", data));
        }
    }

    /** JPEG through the packaged Leptonica. */
    public static final class PackagedLeptonica {
        private static final Codecs CODECS = only(LeptonicaJpeg.find().stream().toList());

        private PackagedLeptonica() {}

        public static void fuzzerTestOneInput(byte[] data) {
            decode(CODECS, DecodePolicy.PLAIN, as("\u00ff\u00d8\u00ff", data));
        }
    }

    /** JPEG through the JDK. */
    public static final class Jdk {
        private static final Codecs CODECS = only(List.of(new JdkJpeg()));

        private Jdk() {}

        public static void fuzzerTestOneInput(byte[] data) {
            decode(CODECS, DecodePolicy.PLAIN, as("\u00ff\u00d8\u00ff", data));
        }
    }

    /** GIF. */
    public static final class Gif {
        private Gif() {}

        public static void fuzzerTestOneInput(byte[] data) {
            decode(DecoderProof.codecs(), DecodePolicy.WHITE, as("GIF89a", data));
        }
    }

    /** BMP. */
    public static final class Bmp {
        private Bmp() {}

        public static void fuzzerTestOneInput(byte[] data) {
            decode(DecoderProof.codecs(), DecodePolicy.WHITE, as("BM", data));
        }
    }

    /** WebP, its RIFF size repaired. */
    public static final class Webp {
        private Webp() {}

        public static void fuzzerTestOneInput(byte[] data) {
            byte[] repaired = as("RIFF", data);
            if (repaired.length >= 12) {
                ByteBuffer.wrap(repaired).order(ByteOrder.LITTLE_ENDIAN).putInt(4, repaired.length - 8);
                System.arraycopy(as("WEBP", new byte[4]), 0, repaired, 8, 4);
            }
            decode(DecoderProof.codecs(), DecodePolicy.WHITE, repaired);
        }
    }

    /** EXIF, in all the places where it may stand. */
    public static final class ExifData {
        private ExifData() {}

        public static void fuzzerTestOneInput(byte[] data) {
            OrientationTags tags = new OrientationTags();
            tags.moreExif(data, 0);
            tags.xmp(data);
            tags.read();
            OrientationTags text = new OrientationTags();
            text.rawProfile(Bytes.latin1(data));
            text.read();
        }
    }

    /** Codecs with these for JPEG and everything else as it is. */
    private static Codecs only(List<JpegCodec> codecs) {
        return DecoderProof.proven(codecs);
    }

    /** The data with its first bytes replaced. */
    private static byte[] as(String start, byte[] data) {
        byte[] begun = data.clone();
        for (int i = 0; i < Math.min(start.length(), data.length); i++) {
            begun[i] = (byte) start.charAt(i);
        }
        return begun;
    }

    private static @Nullable RgbImage decode(Codecs codecs, DecodePolicy policy, byte[] encoded) {
        ImageDecoder decoder = new ImageDecoder(LIMITS, policy, codecs);
        return refusedOr(() -> {
            RgbImage image = decoder.decode(encoded);
            if (!decoder.size(encoded).equals(image.size())) {
                throw new IllegalStateException("the header's size is not the picture's");
            }
            return image;
        });
    }

    private static byte[] samples(@Nullable RgbImage image) {
        return image == null ? new byte[0] : image.samples();
    }

    private static <T> @Nullable T refusedOr(Supplier<T> work) {
        try {
            return work.get();
        } catch (RequestException e) {
            if (e.code().httpStatus() < 400 || e.code().httpStatus() > 499) {
                throw new IllegalStateException(
                        "a refusal with status " + e.code().httpStatus(), e);
            }
            return null;
        }
    }
}
