package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class ImageDecoderTest {

    /** Pictures that Pillow reads and this build does not carry. */
    private static final Set<String> NOT_CARRIED = Set.of("jpeg_lossless_sof3.jpg", "tiff_bilevel_g4_75x56.tif");

    /** Damaged pictures that Pillow reads to an end and Fovea refuses: other decoders read them differently or not at all. */
    private static final Set<String> DAMAGED_BUT_READ_BY_PILLOW = Set.of(
            "png_chunk_length_lie.png",
            "png_cut_6995.png",
            "png_cut_7003.png",
            "png_cut_7011.png",
            "png_idat_crc.png",
            "png_iend_crc.png",
            "png_no_plte.png",
            "png_shorter.png",
            "png_taller.png");

    /** Damaged JPEGs that libjpeg-turbo reads with warnings, as Pillow does, and that the JDK refuses. */
    private static final Set<String> READ_WITH_WARNINGS =
            Set.of("jpeg_corrupt_scan.jpg", "jpeg_marker_in_scan.jpg", "jpeg_no_dht.jpg", "jpeg_taller.jpg");

    private static final ImageDecoder DECODER = ImageDecoder.proven(ImageLimits.DEFAULT);

    private static final ImageDecoder SMALL = ImageDecoder.proven(new ImageLimits(1 << 20, 1_000_000));

    @ParameterizedTest
    @EnumSource(DecodePolicy.class)
    void everyGoldenPictureIsThatOfThePolicysLoaderOrIsNotCarried(DecodePolicy policy) {
        ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT, policy);
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            String file = row.get("file").asString();
            byte[] encoded = Golden.bytes("/golden/images/" + file);
            if (isNotCarried(file)) {
                assertThat(codeOf(encoded)).as(file).isEqualTo(ErrorCode.UNSUPPORTED_IMAGE_FORMAT);
                continue;
            }
            JsonNode expected = row.get("policies").get(policy.id());

            RgbImage image = decoder.decode(encoded);

            assertThat(image.size()).as(file).isEqualTo(Golden.size(expected));
            assertThat(decoder.size(encoded)).as(file).isEqualTo(image.size());
            assertThat(Golden.sha256(image))
                    .as(file)
                    .isEqualTo(expected.get("sha256").asString());
        }
    }

    @Test
    void opacityIsPillowsWhereverItStands() {
        int transparent = 0;
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            if (!row.has("rgba")) {
                continue;
            }
            transparent++;
            String file = row.get("file").asString();

            byte[] rgba = DECODER.decodeRgba(Golden.bytes("/golden/images/" + file));

            assertThat(ImageHash.of(rgba).hex())
                    .as(file)
                    .isEqualTo(row.get("rgba").asString());
        }
        assertThat(transparent).isGreaterThan(10);
    }

    @Test
    void noDamagedPictureIsReadOtherwiseThanPillowReadsIt() {
        for (JsonNode row : Golden.lines("/golden/bad/expected.jsonl")) {
            String file = row.get("file").asString();
            byte[] encoded = Golden.bytes("/golden/bad/" + file);
            if (READ_WITH_WARNINGS.contains(file) && isRefused(encoded)) {
                continue;
            }
            boolean pillowReads = row.get("outcome").asString().equals("ok");
            if (pillowReads && !isNotCarried(file) && !DAMAGED_BUT_READ_BY_PILLOW.contains(file)) {
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
        ImageDecoder unproven = new ImageDecoder(ImageLimits.DEFAULT, DecodePolicy.PLAIN, Codecs.of(new JdkJpeg()));

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
        assertThat(DECODER.check(Golden.bytes("/golden/images/png_rgb_t_100x60.png"))
                        .size())
                .isEqualTo(new ImageSize(100, 60));
        assertThatThrownBy(() -> DECODER.check(Golden.bytes("/golden/bad/jpeg_lossless_sof3.jpg")))
                .hasMessageContaining("is not decoded exactly");
        assertThatThrownBy(() -> DECODER.check(Golden.bytes("/golden/bad/jpeg_cut_2799.jpg")))
                .hasMessageContaining("end is missing");
    }

    /** 4:4:0 needs libjpeg-turbo: the JDK's own libjpeg replicates rows where that interpolates. */
    private static boolean isNotCarried(String file) {
        boolean needsTurbo = file.startsWith("jpeg_base_440");
        return NOT_CARRIED.contains(file)
                || (needsTurbo && !DECODER.provenKinds().contains(ImageKind.JPEG_440.words()));
    }

    private static boolean isRefused(byte[] encoded) {
        try {
            return DECODER.decode(encoded).samples().length == 0;
        } catch (RequestException e) {
            return true;
        }
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
