package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** The same demands on every JPEG codec that is present on this machine. */
class JpegCodecTest {

    private static final Set<ImageKind> COMMON =
            Set.of(ImageKind.JPEG_GREY, ImageKind.JPEG_444, ImageKind.JPEG_422, ImageKind.JPEG_420, ImageKind.JPEG_411);

    @Nested
    class SystemTurboJpeg extends AnyCodec {
        @Override
        Optional<JpegCodec> codec() {
            return TurboJpeg.find();
        }

        @Test
        void provesEveryKindThatHasPictures() {
            assertThat(codecs.kinds())
                    .containsAll(COMMON)
                    .contains(ImageKind.JPEG_440, ImageKind.JPEG_ODD, ImageKind.JPEG_CMYK, ImageKind.JPEG_YCCK);
        }

        @Test
        void anErrorBehindAWarningIsAnError() {
            // the library's own error code calls it a warning; Pillow says "broken data stream"
            byte[] warnsThenFails = Golden.bytes("/golden/bad/jpeg_warning_then_error.jpg");

            assertThatThrownBy(() -> decoder.decode(warnsThenFails)).hasMessageContaining("damaged");
        }
    }

    @Nested
    class PackagedLeptonica extends AnyCodec {
        @Override
        Optional<JpegCodec> codec() {
            return LeptonicaJpeg.find();
        }

        @Test
        void provesEveryKindOfOneAndThreeComponents() {
            assertThat(codecs.kinds())
                    .containsAll(COMMON)
                    .contains(ImageKind.JPEG_440, ImageKind.JPEG_ODD)
                    .doesNotContain(ImageKind.JPEG_CMYK, ImageKind.JPEG_YCCK);
        }
    }

    @Nested
    class Jdk extends AnyCodec {
        @Override
        Optional<JpegCodec> codec() {
            return Optional.of(new JdkJpeg());
        }

        @Test
        void provesTheCommonKinds() {
            assertThat(codecs.kinds()).containsAll(COMMON).contains(ImageKind.JPEG_CMYK, ImageKind.JPEG_YCCK);
        }
    }

    /** What holds for each of them. */
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class AnyCodec {

        Codecs codecs = Codecs.of(new JdkJpeg());
        ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);

        abstract Optional<JpegCodec> codec();

        @BeforeEach
        void prove() {
            assumeThat(codec()).isPresent();
            codecs = DecoderProof.proven(List.of(codec().orElseThrow()));
            decoder = new ImageDecoder(ImageLimits.DEFAULT, DecodePolicy.PLAIN, codecs);
        }

        @Test
        void picturesOfProvenKindsArePillows() {
            int decoded = 0;
            for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
                byte[] encoded =
                        Golden.bytes("/golden/images/" + row.get("file").asString());
                if (!row.get("format").asString().equals("JPEG") || !isProven(encoded)) {
                    continue;
                }
                decoded++;

                assertThat(Golden.sha256(decoder.decode(encoded)))
                        .as(row.get("file").asString())
                        .isEqualTo(row.get("plain").asString());
            }
            assertThat(decoded).isGreaterThan(15);
        }

        @Test
        void aPictureTooLargeForWorkInPlaceIsTheSame() {
            // above the bound the bytes are copied; the picture is one of flat blocks, so that its size costs no file
            byte[] encoded = Golden.bytes("/golden/images/jpeg_flat_2048x2048.jpg");

            assertThat(Golden.sha256(decoder.decode(encoded)))
                    .isEqualTo(Golden.json("/golden/images/jpeg_flat_2048x2048.json")
                            .get("sha256")
                            .asString());
        }

        @Test
        void damageIsARefusalOrAPictureAndNothingElse() {
            long seed = System.nanoTime();
            Random random = new Random(seed);
            byte[] whole = Golden.bytes("/golden/images/jpeg_base_422_q95_checker_100x100.jpg");
            for (int round = 0; round < 2000; round++) {
                byte[] damaged = whole.clone();
                for (int i = 0; i < 3; i++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                try {
                    assertThat(decoder.decode(damaged).size().pixels()).isPositive();
                } catch (RequestException e) {
                    assertThat(e.code().httpStatus()).as("seed %d", seed).isBetween(400, 499);
                }
            }
        }

        @Test
        void aCutFileIsRefusedBeforeTheCodecSeesIt() {
            byte[] whole = Golden.bytes("/golden/images/jpeg_base_422_q95_checker_100x100.jpg");

            for (int cut = 1; cut < 40; cut++) {
                byte[] rest = Arrays.copyOf(whole, whole.length - cut);
                assertThatThrownBy(() -> decoder.decode(rest)).isInstanceOf(RequestException.class);
            }
        }

        private boolean isProven(byte[] encoded) {
            return codecs.kinds()
                    .contains(ImageDecoder.parse(encoded, ImageLimits.DEFAULT, codecs)
                            .kind());
        }
    }
}
