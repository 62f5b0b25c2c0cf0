package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ImageDecoderTest {

    /** Pictures that Pillow reads and this build does not carry. */
    private static final Set<String> NOT_CARRIED = Set.of(
            "bmp_rle8_40x24.bmp",
            "jpeg_base_440_fractal_129x97.jpg", // the JDK's own libjpeg replicates rows where libjpeg-turbo
            // interpolates
            "jpeg_lossless_sof3.jpg",
            "tiff_bilevel_g4_75x56.tif",
            "webp_alpha_lossy_alphaq30_141x99.webp",
            "webp_lossless_noise_33x21.webp",
            "webp_lossy_noise_31x17.webp",
            "webp_trailing.webp");

    /** Damaged pictures that Pillow reads to an end and Fovea refuses: other decoders read them differently or not at all. */
    private static final Set<String> DAMAGED_BUT_READ_BY_PILLOW = Set.of(
            "jpeg_marker_in_scan.jpg",
            "jpeg_no_dht.jpg",
            "jpeg_taller.jpg",
            "png_chunk_length_lie.png",
            "png_cut_6995.png",
            "png_cut_7003.png",
            "png_cut_7011.png",
            "png_idat_crc.png",
            "png_iend_crc.png",
            "png_no_plte.png",
            "png_shorter.png",
            "png_taller.png");

    private static final ImageDecoder DECODER = ImageDecoder.proven(ImageLimits.DEFAULT);

    private static final ImageDecoder SMALL = ImageDecoder.proven(new ImageLimits(1 << 20, 1_000_000));

    @Test
    void everyGoldenPictureGivesPillowsBytesOrIsNotCarried() {
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            String file = row.get("file").asString();
            byte[] encoded = Golden.bytes("/golden/images/" + file);
            if (NOT_CARRIED.contains(file)) {
                assertThat(codeOf(encoded)).as(file).isEqualTo(ErrorCode.UNSUPPORTED_IMAGE_FORMAT);
                continue;
            }

            RgbImage image = DECODER.decode(encoded);

            assertThat(image.size())
                    .as(file)
                    .isEqualTo(new ImageSize(
                            row.get("size").get(0).asInt(),
                            row.get("size").get(1).asInt()));
            assertThat(Golden.sha256(image)).as(file).isEqualTo(row.get("plain").asString());
        }
    }

    @Test
    void noDamagedPictureIsReadOtherwiseThanPillowReadsIt() {
        for (JsonNode row : Golden.lines("/golden/bad/expected.jsonl")) {
            String file = row.get("file").asString();
            byte[] encoded = Golden.bytes("/golden/bad/" + file);
            boolean pillowReads = row.get("outcome").asString().equals("ok");
            if (pillowReads && !NOT_CARRIED.contains(file) && !DAMAGED_BUT_READ_BY_PILLOW.contains(file)) {
                assertThat(Golden.sha256(DECODER.decode(encoded)))
                        .as(file)
                        .isEqualTo(row.get("plain").asString());
            } else {
                assertThat(codeOf(encoded).httpStatus()).as(file).isBetween(400, 499);
            }
        }
    }

    @Test
    void transparencyNeverChangesAColour() {
        JsonNode expect = Golden.json("/cases/019-transparency-chunk/case.json").get("expect");

        for (Map.Entry<String, JsonNode> file : expect.get("rgb_sha256").properties()) {
            RgbImage image = DECODER.decode(Golden.bytes("/cases/019-transparency-chunk/" + file.getKey()));

            assertThat(image.size()).isEqualTo(new ImageSize(12, 10));
            assertThat(Golden.sha256(image))
                    .as(file.getKey())
                    .isEqualTo(file.getValue().asString());
        }
    }

    @Test
    void aJpegThatLosesItsLastByteIsRefused() {
        byte[] whole = Golden.bytes("/golden/images/jpeg_prog_420_q95_checker_100x100.jpg");

        for (int length = whole.length - 1; length > whole.length - 60; length--) {
            assertThat(codeOf(Arrays.copyOf(whole, length))).isEqualTo(ErrorCode.INVALID_IMAGE);
        }
    }

    @Test
    void aGifWhoseDataEndsBeforeItsLastPixelIsRefused() {
        // 2 x 2 pixels of 4 colours; the codes are clear, 0, end.
        byte[] gif = HexFormat.of()
                .parseHex("4749463839610200020081" + "0000" + "00".repeat(12) + "2c0000000002000200000202" + "4401"
                        + "003b");

        assertThatThrownBy(() -> DECODER.decode(gif)).hasMessageContaining("ends before its last pixel");
    }

    @Test
    void anyDamageIsARefusalOrAPictureAndNothingElse() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            byte[] whole = Golden.bytes("/golden/images/" + row.get("file").asString());
            for (int round = 0; round < 20; round++) {
                byte[] damaged =
                        Arrays.copyOf(whole, whole.length - random.nextInt(3) * random.nextInt(whole.length / 2));
                for (int i = 0; i < 3; i++) {
                    damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
                }
                try {
                    assertThat(SMALL.decode(damaged).size().pixels()).isPositive();
                } catch (RequestException e) {
                    assertThat(e.code().httpStatus()).as("seed %d", seed).isBetween(400, 499);
                }
            }
        }
    }

    @Test
    void aKindWhoseProofFailedIsRefused() {
        ImageDecoder unproven = new ImageDecoder(ImageLimits.DEFAULT, Set.of(ImageKind.JPEG_420));

        assertThatThrownBy(() -> unproven.decode(Golden.bytes("/golden/images/png_rgb_t_100x60.png")))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_IMAGE_FORMAT))
                .hasMessageContaining("PNG is not decoded exactly");
    }

    @Test
    void theUsualKindsAreProvenOnThisRuntime() {
        assertThat(DECODER.provenKinds())
                .contains(
                        "PNG",
                        "GIF",
                        "BMP",
                        "grey JPEG",
                        "JPEG with 4:4:4 sampling",
                        "JPEG with 4:2:2 sampling",
                        "JPEG with 4:2:0 sampling");
    }

    @Test
    void aCheckRefusesWhatCannotBeDecodedWithoutDecodingIt() {
        assertThat(DECODER.check(Golden.bytes("/golden/images/png_rgb_t_100x60.png")))
                .isEqualTo(new ImageHeader(ImageFormat.PNG, new ImageSize(100, 60)));
        assertThatThrownBy(() -> DECODER.check(Golden.bytes("/golden/images/webp_lossy_noise_31x17.webp")))
                .hasMessageContaining("WebP is not decoded exactly");
        assertThatThrownBy(() -> DECODER.check(Golden.bytes("/golden/bad/jpeg_cut_2799.jpg")))
                .hasMessageContaining("end is missing");
    }

    private static ErrorCode codeOf(byte[] encoded) {
        try {
            RgbImage image = DECODER.decode(encoded);
            throw new AssertionError("decoded to " + image.size());
        } catch (RequestException e) {
            return e.code();
        }
    }
}
