package dev.fovea.contract.wire;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Mutates values of every target; how many times, the property {@code fovea.fuzz.mutations} says. */
class WireFuzzTest {

    private static final int MUTATIONS = Integer.getInteger("fovea.fuzz.mutations", 20_000);

    /** Tags, lengths and text that mean something to a reader. */
    private static final List<byte[]> PIECES = pieces(
            "c0",
            "c1",
            "c2",
            "c3",
            "90",
            "80",
            "a0",
            "dc0000",
            "dcffff",
            "dd7fffffff",
            "ddffffffff",
            "de0010",
            "dfffffffff",
            "df7fffffff",
            "c4ff",
            "c6ffffffff",
            "c67fffffff",
            "d9ff",
            "dbffffffff",
            "db7fffffff",
            "c7ff01",
            "c9ffffffff01",
            "d500",
            "cb7ff8000000000000",
            "cb7ff0000000000000",
            "ca7fc00000",
            "cfffffffffffffffff",
            "d3ffffffffffffffff",
            "ff",
            "ce80000000",
            "ce7fffffff",
            "9191919191919191919191919191919191919191919191919191919191919191919191919191",
            "81a16181a16181a161",
            "7b",
            "7d",
            "5b",
            "5d",
            "22",
            "2c",
            "3a",
            "31653939",
            "2d31",
            "6e756c6c",
            "5c7564383030",
            "2e2e2f",
            "00",
            "e29880",
            "6d6d7261773a",
            "2522");

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytesAreAValueOrARefusalWithItsPlace(Target target) {
        target.seeds().forEach(seed -> assertDoesNotThrow(() -> target.run().accept(seed)));
        long seed = System.nanoTime();
        System.out.println(target + ": seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < MUTATIONS; round++) {
            byte[] mutated =
                    mutated(target.seeds().get(random.nextInt(target.seeds().size())), random);

            assertDoesNotThrow(
                    () -> target.run().accept(mutated),
                    () -> target + ", seed " + seed + ", " + HexFormat.of().formatHex(mutated));
        }
    }

    private static byte[] mutated(byte[] seed, Random random) {
        byte[] bytes = seed;
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            int at = random.nextInt(bytes.length + 1);
            bytes = switch (random.nextInt(6)) {
                case 0 -> splice(bytes, at, at, PIECES.get(random.nextInt(PIECES.size())));
                case 1 -> {
                    byte[] piece = PIECES.get(random.nextInt(PIECES.size()));
                    yield splice(bytes, at, Math.min(bytes.length, at + piece.length), piece);
                }
                case 2 -> splice(bytes, at, Math.min(bytes.length, at + 1), new byte[] {(byte) random.nextInt(256)});
                case 3 -> splice(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(9)), new byte[0]);
                case 4 -> Arrays.copyOf(bytes, at);
                default ->
                    splice(
                            bytes,
                            at,
                            at,
                            Arrays.copyOfRange(seed, Math.min(at, seed.length) / 2, Math.min(at, seed.length)));
            };
        }
        return bytes;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] piece) {
        byte[] made = Arrays.copyOf(bytes, from + piece.length + bytes.length - to);
        System.arraycopy(piece, 0, made, from, piece.length);
        System.arraycopy(bytes, to, made, from + piece.length, bytes.length - to);
        return made;
    }

    private static List<byte[]> pieces(String... hex) {
        return Stream.of(hex).map(HexFormat.of()::parseHex).toList();
    }

    static Stream<Target> targets() {
        List<byte[]> rows = new ArrayList<>();
        List<byte[]> batches = new ArrayList<>();
        for (int images = 0; images < 3; images++) {
            MicroBatch row = row(images);
            rows.add(WireCodec.MICRO_BATCHES.encode(List.of(row)));
            rows.add(WireCodec.MICRO_BATCHES.encode(List.of(row, row(1))));
            batches.add(
                    WireCodec.TRAINING_BATCH.encode(new TrainingBatch(List.of(sample(images), sample(0)), 7L, null)));
        }
        List<byte[]> refs = Stream.of(MmRef.Form.values())
                .map(form -> MmRef.of(image(0).item(), image(0).hash()).encode(form))
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        byte[] sidecar = JsonMapper.shared()
                .writeValueAsBytes(Map.of(
                        "mm_hashes", Map.of("image", List.of("0".repeat(32))),
                        "mm_placeholders", Map.of("image", List.of(Map.of("offset", 1, "length", 2))),
                        "mm_items", Map.of("image", List.of(image(0).item().members()))));
        return Stream.of(
                new Target("rows", rows, WireFuzz.MicroBatches::fuzzerTestOneInput),
                new Target("batch", batches, WireFuzz.Batch::fuzzerTestOneInput),
                new Target("index", batches, WireFuzz.Index::fuzzerTestOneInput),
                new Target("reference", refs, WireFuzz.Ref::fuzzerTestOneInput),
                new Target("sidecar", List.of(sidecar), WireFuzz.Sidecar::fuzzerTestOneInput));
    }

    private static ImageRef image(int index) {
        RawImageDescriptor item = new RawImageDescriptor(Map.of(
                "kind", "prime_raw_mm_item",
                "modality", "image",
                "family", "qwen_vl",
                "payload", Map.of("image_grid_thw", List.of(List.of(1, 2, 2))),
                "raw_image_uri", "file:///a/" + index + ".png",
                "layout_fingerprint", "0123456789abcdef"));
        return new ImageRef(item, new MmHash("0".repeat(32)), new PlaceholderRange(1 + 3 * index, 2));
    }

    private static List<ImageRef> images(int count) {
        return Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(WireFuzzTest::image)
                .toList();
    }

    private static final int TOKENS = 9;

    private static MicroBatch row(int images) {
        TokenValues values = TokenValues.of(0, 1, -2.5, 0, 0, 0, 1e-9, 3, 4);
        return new MicroBatch(
                ExpandedIds.of(1, 2, 300, 70_000, 5, 6, 7, 8, 9),
                TokenMask.filled(TOKENS, true),
                values,
                values,
                TokenIds.of(0, 1, 2, 3, 4, 0, 1, 2, 3),
                List.of(5, 4),
                TokenValues.filled(TOKENS, 1),
                TokenNames.filled(TOKENS, "maze"),
                images == 1 ? values : null,
                images == 1 ? List.of(5, 4) : null,
                images == 1 ? RoutedExperts.of(new byte[TOKENS * 2], TOKENS, 2, 1, "uint8") : null,
                images(images),
                images == 0 ? null : TokenIds.of(0, 1, 1, 0, 0, 0, 0, 0, 0),
                images == 1 ? new LossStreams(values, null, values) : LossStreams.none(),
                images == 1 ? "run" : null,
                images == 1 ? 3L : null);
    }

    private static TrainingSample sample(int images) {
        MicroBatch row = row(images);
        return new TrainingSample(
                row.inputIds(),
                row.lossMask(),
                row.inferenceLogprobs(),
                row.temperatures(),
                "maze",
                row.refLogprobs(),
                row.images(),
                row.routedExperts(),
                row.tokenTypes(),
                row.streams(),
                row.advantages());
    }

    /** A target with values to begin with. */
    record Target(String name, List<byte[]> seeds, Consumer<byte[]> run) {

        @Override
        public String toString() {
            return name;
        }
    }
}
