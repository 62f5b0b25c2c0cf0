package dev.fovea.vision;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Replays the fuzz targets over all recorded pictures, whole, damaged and found by a fuzzer, and some mutations; how many, the
 * property {@code fovea.fuzz.mutations} says.
 */
class DecoderFuzzTest {

    private static final int MUTATIONS = Integer.getInteger("fovea.fuzz.mutations", 3_000);

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytesAreAPictureOrARefusal(Target target) {
        List<byte[]> seeds = seeds(target.format());
        seeds.forEach(target.run());
        long seed = System.nanoTime();
        Random random = new Random(seed);

        for (int round = 0; round < MUTATIONS; round++) {
            byte[] mutated = Mutations.of(seeds.get(random.nextInt(seeds.size())), seeds, random);

            assertDoesNotThrow(() -> target.run().accept(mutated), () -> target + ", seed " + seed);
        }
    }

    private static List<byte[]> seeds(String format) {
        List<byte[]> seeds = new ArrayList<>();
        for (JsonNode row : Golden.lines("/golden/images/expected.jsonl")) {
            if (row.get("format").asString().startsWith(format)) {
                seeds.add(Golden.bytes("/golden/images/" + row.get("file").asString()));
            }
        }
        for (JsonNode row : Golden.lines("/golden/bad/expected.jsonl")) {
            String file = row.get("file").asString();
            if (file.startsWith(format.toLowerCase(Locale.ROOT))) {
                seeds.add(Golden.bytes("/golden/bad/" + file));
            }
        }
        seeds.removeIf(bytes -> bytes.length > DecoderFuzz.LIMITS.maxEncodedBytes() || bytes.length < 12);
        return seeds;
    }

    static Stream<Target> targets() {
        return Stream.of(
                new Target("probe", "", DecoderFuzz.Probe::fuzzerTestOneInput),
                new Target("PNG", "PNG", DecoderFuzz.Png::fuzzerTestOneInput),
                new Target("system's TurboJPEG", "JPEG", DecoderFuzz.SystemTurboJpeg::fuzzerTestOneInput),
                new Target("packaged Leptonica", "JPEG", DecoderFuzz.PackagedLeptonica::fuzzerTestOneInput),
                new Target("JDK", "JPEG", DecoderFuzz.Jdk::fuzzerTestOneInput),
                new Target("GIF", "GIF", DecoderFuzz.Gif::fuzzerTestOneInput),
                new Target("BMP", "BMP", DecoderFuzz.Bmp::fuzzerTestOneInput),
                new Target("WebP", "WEBP", DecoderFuzz.Webp::fuzzerTestOneInput),
                new Target("EXIF", "", DecoderFuzz.ExifData::fuzzerTestOneInput));
    }

    /**
     * A fuzz target.
     *
     * @param format of the seeds that it begins with; empty for all of them
     */
    record Target(String name, String format, Consumer<byte[]> run) {

        @Override
        public String toString() {
            return name;
        }
    }
}
