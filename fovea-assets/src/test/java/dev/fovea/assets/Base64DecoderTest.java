package dev.fovea.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Base64DecoderTest {

    @Test
    void whateverJavaEncodesIsDecodedInChunksOfAnySize() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            byte[] bytes = new byte[1 + random.nextInt(round % 20 == 0 ? 60_000 : 300)];
            random.nextBytes(bytes);
            byte[] payload = folded(Base64.getEncoder().encode(bytes), random);

            byte[] decoded = decode(payload, random);

            assertThat(decoded).as("seed %d, round %d", seed, round).isEqualTo(bytes);
        }
    }

    @Test
    void aDamagedPayloadIsRefusedWheneverJavaRefusesItAndElseGivesJavasBytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 4_000; round++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            random.nextBytes(bytes);
            byte[] payload = damaged(Base64.getEncoder().encode(bytes), random);

            Optional<byte[]> ours = attempt(payload, random);

            if (ours.isPresent()) {
                assertThat(ours.get())
                        .as(
                                "seed %d, round %d, payload %s",
                                seed, round, new String(payload, StandardCharsets.ISO_8859_1))
                        .isEqualTo(Base64.getDecoder().decode(unfolded(payload)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "AAA|ends at position 3",
                "A|ends at position 1",
                "AA=|ends at position 3",
                "AA==AA==|at position 4 behind its padding",
                "AAAA====|misplaced padding at position 4",
                "==|misplaced padding at position 0",
                "AA=A|at position 3 behind its padding",
                "AA===|surplus padding at position 4",
                "-_-_|url-safe letter at position 0",
                "AA%3D%3D|percent sign at position 2",
                "\"AA A\"|blank at position 2",
                "AB==|unused bits",
                "AAB=|unused bits",
                "AAé=|byte 0xc3 at position 2",
            })
    void anErrorNamesThePosition(String payload, String words) {
        assertThatThrownBy(() -> decode(payload.getBytes(StandardCharsets.UTF_8), new Random(1)))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_BASE64))
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n", "\t"})
    void anEmptyPayloadIsRefused(String payload) {
        assertThatThrownBy(() -> decode(payload.getBytes(StandardCharsets.UTF_8), new Random(1)))
                .hasMessageContaining("is empty");
    }

    @Test
    void foldingIsDroppedEvenBehindThePadding() {
        byte[] decoded = decode("\tA\rA\n=\r=\r\n".getBytes(StandardCharsets.US_ASCII), new Random(1));

        assertThat(decoded).containsExactly(0);
    }

    private static byte[] decode(byte[] payload, Random random) {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        Base64Decoder decoder = new Base64Decoder(decoded::write);
        for (int at = 0; at < payload.length; ) {
            int length = Math.min(payload.length - at, random.nextInt(random.nextBoolean() ? 6 : 20_000));
            decoder.write(payload, at, length);
            at += length;
        }
        decoder.finish();
        return decoded.toByteArray();
    }

    private static Optional<byte[]> attempt(byte[] payload, Random random) {
        try {
            return Optional.of(decode(payload, random));
        } catch (RequestException e) {
            return Optional.empty();
        }
    }

    private static byte[] folded(byte[] payload, Random random) {
        ByteArrayOutputStream folded = new ByteArrayOutputStream();
        int every = 1 + random.nextInt(100);
        for (int i = 0; i < payload.length; i++) {
            if (i % every == 0 && random.nextInt(3) == 0) {
                folded.write("\r\n\t".charAt(random.nextInt(3)));
            }
            folded.write(payload[i]);
        }
        return folded.toByteArray();
    }

    private static byte[] damaged(byte[] payload, Random random) {
        byte[] damaged = Arrays.copyOf(payload, payload.length + random.nextInt(3) - 1);
        for (int i = payload.length; i < damaged.length; i++) {
            damaged[i] = '=';
        }
        if (random.nextBoolean() && damaged.length > 0) {
            damaged[random.nextInt(damaged.length)] = (byte) "=A+/-_ %\n\0z".charAt(random.nextInt(11));
        }
        return damaged;
    }

    private static byte[] unfolded(byte[] payload) {
        return new String(payload, StandardCharsets.ISO_8859_1)
                .replaceAll("[\r\n\t]", "")
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
