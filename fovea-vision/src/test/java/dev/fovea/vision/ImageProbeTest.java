package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ImageProbeTest {

    private final ImageProbe probe = new ImageProbe(ImageLimits.DEFAULT);

    @Test
    void everyGoldenHeaderSaysWhatPillowSays() {
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            String file = row.get("file").asString();
            if (row.get("format").asString().equals("TIFF")) {
                continue;
            }

            ImageHeader header = probe.probe(Golden.bytes("/golden/images/" + file));

            assertThat(header.format().name())
                    .as(file)
                    .isEqualTo(row.get("format").asString());
            assertThat(header.size()).as(file).isEqualTo(Golden.size(row));
            assertThat(header.frames())
                    .as(file)
                    .isEqualTo(OptionalInt.of(row.get("frames").asInt()));
            assertThat(header.orientation().exif())
                    .as(file)
                    .isEqualTo(row.get("orientation").asInt());
            assertThat(header.alpha() || header.transparencyKey())
                    .as(file)
                    .isEqualTo(row.get("transparent").asBoolean());
        }
    }

    @Test
    void aPlainHeaderMeansThatAllLoadersAgree() {
        int plain = 0;
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            String file = row.get("file").asString();
            if (row.get("format").asString().equals("TIFF")
                    || !probe.probe(Golden.bytes("/golden/images/" + file)).plain()) {
                continue;
            }
            plain++;

            assertThat(row.get("policies").properties())
                    .as(file)
                    .allMatch(policy -> policy.getValue()
                            .get("sha256")
                            .asString()
                            .equals(row.get("plain").asString()));
        }
        assertThat(plain).isGreaterThan(20);
    }

    @Test
    void aPrefixIsNeverPlainAndNeverSaysAnythingElse() {
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            byte[] whole = Golden.bytes("/golden/images/" + row.get("file").asString());
            if (row.get("format").asString().equals("TIFF")) {
                continue;
            }
            ImageHeader full = probe.probe(whole);
            for (int length = 0; length < Math.min(whole.length, 600); length++) {
                try {
                    ImageHeader part = probe.probe(Arrays.copyOf(whole, length));
                    assertThat(part.size()).isEqualTo(full.size());
                    assertThat(part.plain() && !full.plain())
                            .as("%s, %d bytes", row.get("file").asString(), length)
                            .isFalse();
                } catch (RequestException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_IMAGE);
                }
            }
        }
    }

    @Test
    void theFirstBytesAreEnough() {
        byte[] whole = Golden.bytes("/golden/images/png_rgb_t_100x60.png");

        assertThat(probe.probe(Arrays.copyOf(whole, 24)).size()).isEqualTo(new ImageSize(100, 60));
    }

    @Test
    void aBombIsRefusedFromItsHeader() {
        for (String file : new String[] {
            "bmp_huge.bmp",
            "bmp_negative_width.bmp",
            "bomb_png_2e31.png",
            "bomb_png_declared_over.png",
            "gif_bomb_frame.gif",
            "gif_bomb_screen.gif",
            "jpeg_huge.jpg",
            "png_negative_width.png",
            "webp_vp8_dims_lie.webp"
        }) {
            assertThatThrownBy(() -> probe.probe(Golden.bytes("/golden/bad/" + file)))
                    .as(file)
                    .isInstanceOfSatisfying(
                            RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TOO_LARGE))
                    .hasMessageContaining("89,478,485");
        }
    }

    @Test
    void theLimitItselfPasses() {
        ImageLimits limits = new ImageLimits(1 << 20, 6_000);
        byte[] image = Golden.bytes("/golden/images/png_rgb_t_100x60.png");

        assertThat(new ImageProbe(limits).probe(image).size().pixels()).isEqualTo(6_000);
        assertThatThrownBy(() -> new ImageProbe(new ImageLimits(1 << 20, 5_999)).probe(image))
                .hasMessageContaining("100x60");
        assertThatThrownBy(() -> new ImageProbe(new ImageLimits(image.length - 1, 6_000)).probe(image))
                .hasMessageContaining("%,d bytes".formatted(image.length));
    }

    @Test
    void whatIsNoPictureIsInvalid() {
        assertThat(codeOf("<svg xmlns='http://www.w3.org/2000/svg'/>")).isEqualTo(ErrorCode.INVALID_IMAGE);
        assertThat(codeOf("")).isEqualTo(ErrorCode.INVALID_IMAGE);
        assertThat(codeOf("II*\0")).isEqualTo(ErrorCode.UNSUPPORTED_IMAGE_FORMAT);
    }

    @Test
    void anyDamageToAHeaderIsARefusalAndNothingElse() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            byte[] whole = Golden.bytes("/golden/images/" + row.get("file").asString());
            for (int round = 0; round < 50; round++) {
                byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
                for (int i = 0; i < 4 && damaged.length > 0; i++) {
                    damaged[random.nextInt(Math.min(64, damaged.length))] = (byte) random.nextInt();
                }
                try {
                    assertThat(probe.probe(damaged).size().pixels()).isPositive();
                } catch (RequestException e) {
                    assertThat(e.code().httpStatus()).as("seed %d", seed).isBetween(400, 499);
                }
            }
        }
    }

    private ErrorCode codeOf(String text) {
        try {
            ImageHeader header = probe.probe(text.getBytes(StandardCharsets.ISO_8859_1));
            throw new AssertionError("probed as " + header);
        } catch (RequestException e) {
            return e.code();
        }
    }
}
