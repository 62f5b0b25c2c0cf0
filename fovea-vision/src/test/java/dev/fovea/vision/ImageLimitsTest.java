package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ImageLimitsTest {

    private static final ImageLimits DEFAULT = ImageLimits.DEFAULT;

    @Test
    void theDefaultsAreThese() {
        assertThat(DEFAULT).isEqualTo(new ImageLimits(64 << 20, 89_478_485, 10_000, 65_536, 256, 1 << 20, 64L << 20));
    }

    @Test
    void everyRefusalNamesTheLimitAndItsSetting() {
        byte[] png = Golden.bytes("/golden/images/apng_default0_60x44.png");
        byte[] jpeg = Golden.bytes("/golden/images/jpeg_prog_420_q95_checker_100x100.jpg");
        byte[] text = Golden.bytes("/golden/images/png_icc_fractal_64x50.png");

        assertRefused(png, new ImageLimits(100, 1_000_000), "100 are allowed", "maxEncodedBytes");
        assertRefused(png, new ImageLimits(1 << 20, 2_000), "2,000 pixels are allowed", "maxPixels");
        assertRefused(png, with(2, 100, 100, 1 << 20, 1 << 20), "3 frames, where 2 are allowed", "maxFrames");
        assertRefused(png, with(9, 3, 100, 1 << 20, 1 << 20), "where 3 are allowed", "maxSegments");
        assertRefused(jpeg, with(9, 3, 100, 1 << 20, 1 << 20), "where 3 are allowed", "maxSegments");
        assertRefused(jpeg, with(9, 100, 5, 1 << 20, 1 << 20), "where 5 are allowed", "maxScans");
        assertRefused(text, with(9, 100, 100, 400, 1 << 20), "where 400 are allowed", "maxTextBytes");
        assertRefused(text, with(9, 100, 100, 1 << 20, 500), "where 500 are allowed", "maxTotalTextBytes");
    }

    @Test
    void aSmallLimitIsASmallCostWhateverAFileClaims() {
        ImageLimits small = new ImageLimits(1 << 20, 20_000, 100, 1_000, 20, 1 << 16, 1 << 18);
        ImageDecoder decoder = ImageDecoder.proven(small, DecodePolicy.WHITE);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long mostBytes = 3L << 20;
        for (JsonNode row : Golden.lines("/golden/bad/expected.jsonl")) {
            byte[] encoded = Golden.bytes("/golden/bad/" + row.get("file").asString());
            long before = threads.getCurrentThreadAllocatedBytes();

            outcome(decoder, encoded);

            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as(row.get("file").asString())
                    .isLessThan(mostBytes + 4L * encoded.length);
        }
    }

    private static void outcome(ImageDecoder decoder, byte[] encoded) {
        try {
            assertThat(decoder.decode(encoded).size().pixels()).isLessThanOrEqualTo(20_000);
        } catch (RequestException e) {
            assertThat(e.code().httpStatus()).isBetween(400, 499);
        }
    }

    private static ImageLimits with(int frames, int segments, int scans, int textBytes, long totalTextBytes) {
        return new ImageLimits(1 << 20, 1_000_000, frames, segments, scans, textBytes, totalTextBytes);
    }

    private static void assertRefused(byte[] image, ImageLimits limits, String what, String setting) {
        assertThatThrownBy(() -> ImageDecoder.proven(limits).decode(image))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TOO_LARGE))
                .hasMessageContaining(what)
                .hasMessageContaining("image limit " + setting);
    }
}
