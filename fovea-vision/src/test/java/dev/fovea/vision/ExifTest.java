package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ExifTest {

    /** Every type, both byte orders, cuts after every byte, and damage: what Pillow 13's {@code getexif} said of it. */
    @Test
    void wholeAndDamagedExifMeansWhatPillowTakesItFor() {
        for (JsonNode row : Golden.lines("/golden/exif/expected.jsonl")) {
            String exif = row.get("exif").asString();

            Orientation found = Exif.orientation(HexFormat.of().parseHex(exif));

            assertThat(words(found))
                    .as(exif)
                    .isEqualTo(
                            row.get("orientation").isNull()
                                    ? "absent"
                                    : row.get("orientation").asString());
        }
    }

    @Test
    void anyBytesAreAnOrientationOrNone() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100_000; round++) {
            byte[] exif = new byte[random.nextInt(64)];
            random.nextBytes(exif);
            byte[] head = {'I', 'I', '*', 0, 8, 0, 0, 0, (byte) random.nextInt(4), 0, 0x12, 1};
            System.arraycopy(head, 0, exif, 0, Math.min(head.length, exif.length));

            assertThat(words(Exif.orientation(exif))).as("seed %d", seed).isNotEmpty();
        }
    }

    @Test
    void xmpIsAskedWhereExifIsSilent() {
        OrientationTags tags = new OrientationTags();
        tags.exif(new byte[0]);
        tags.xmp("<x tiff:Orientation=\"6\"/>".getBytes(StandardCharsets.US_ASCII));

        assertThat(tags.read()).isEqualTo(Orientation.TURNED_90);
    }

    @Test
    void exifAsTextIsHexadecimalBehindThreeLines() {
        OrientationTags tags = new OrientationTags();
        tags.rawProfile("\nexif\n      32\n45786966000049492a000800000001001201030001000000\n0600000000000000\n");
        assertThat(tags.read()).isEqualTo(Orientation.TURNED_90);

        tags.rawProfile("\nexif\n      32\nno digits\n");
        assertThat(tags.read()).isEqualTo(Orientation.UNREADABLE);
    }

    private static String words(@Nullable Orientation orientation) {
        if (orientation == null) {
            return "absent";
        }
        return orientation == Orientation.UNREADABLE ? "unreadable" : "" + orientation.exif();
    }
}
