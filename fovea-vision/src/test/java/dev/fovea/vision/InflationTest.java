package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The fast inflation may only ever be faster. */
class InflationTest {

    private final Codecs fast = DecoderProof.codecs().with(Libdeflate.find().orElse(Inflation.NONE));
    private final Codecs slow = DecoderProof.codecs().with(Inflation.NONE);

    @BeforeEach
    void isThere() {
        assumeThat(Libdeflate.find()).isPresent();
    }

    @Test
    void wholeAndDamagedPicturesComeOutAsThroughTheJdk() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            if (!row.get("format").asString().equals("PNG")) {
                continue;
            }
            byte[] whole = Golden.bytes("/golden/images/" + row.get("file").asString());
            assertThat(outcome(fast, whole)).isEqualTo(outcome(slow, whole)).doesNotContain("damaged");
            for (int round = 0; round < 30; round++) {
                byte[] damaged = PngRepair.checksums(damage(whole, random));

                assertThat(outcome(fast, damaged))
                        .as("seed %d, %s", seed, row.get("file").asString())
                        .isEqualTo(outcome(slow, damaged));
            }
        }
    }

    @Test
    void onlyAStreamOfTheExactSizeWithTheRightChecksumIsTaken() {
        Inflation inflation = Libdeflate.find().orElseThrow();
        byte[] data = "twelve bytes".repeat(50).getBytes(StandardCharsets.US_ASCII);
        byte[] zlib = deflated(data);
        byte[] wrongSum = zlib.clone();
        wrongSum[zlib.length - 1] ^= 1;

        byte[] target = new byte[data.length];
        assertThat(inflation.inflate(zlib, target)).isTrue();
        assertThat(target).isEqualTo(data);
        assertThat(inflation.inflate(zlib, new byte[data.length + 1])).isFalse();
        assertThat(inflation.inflate(zlib, new byte[data.length - 1])).isFalse();
        assertThat(inflation.inflate(wrongSum, target)).isFalse();
        assertThat(inflation.inflate(Arrays.copyOf(zlib, zlib.length - 4), target))
                .isFalse();
    }

    private static byte[] damage(byte[] whole, Random random) {
        byte[] damaged = whole.clone();
        for (int i = 0; i < 2; i++) {
            damaged[41 + random.nextInt(whole.length - 41)] = (byte) random.nextInt();
        }
        return damaged;
    }

    private static String outcome(Codecs codecs, byte[] encoded) {
        try {
            return Golden.sha256(new ImageDecoder(ImageLimits.DEFAULT, DecodePolicy.WHITE, codecs).decode(encoded));
        } catch (RequestException e) {
            return e.what();
        }
    }

    private static byte[] deflated(byte[] data) {
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(data);
            deflater.finish();
            byte[] zlib = new byte[data.length + 64];
            return Arrays.copyOf(zlib, deflater.deflate(zlib));
        }
    }
}
