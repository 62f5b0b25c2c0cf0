package dev.fovea.policy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.training.feed.TrainerBatch;
import dev.fovea.vision.PixelPatches;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Episodes in the shape of the colour-codeword task: 51 tokens of system message, then turns of one image and a few words. */
final class TestEpisodes {

    static final int VOCABULARY = 377;
    static final int COLOURS = 9;
    static final Qwen3VlConfig.SpecialTokens TOKENS = new Qwen3VlConfig.SpecialTokens(370, 371, 372, 373, 374, 375);
    static final Qwen3VlConfig CONFIG = Qwen3VlConfig.demo(VOCABULARY, TOKENS);

    private static final int SYSTEM = 51;
    private static final int[] TURNS = {17, 18, 26};
    static final GridThw GRID = new GridThw(1, 4, 4);

    private static final List<PixelPatches> PIXELS =
            IntStream.range(0, COLOURS).mapToObj(TestEpisodes::colour).toList();

    private TestEpisodes() {}

    /** A plain image of one of the nine colours. */
    private static PixelPatches colour(int colour) {
        int width = CONFIG.vision().patchWidth();
        ByteBuffer data =
                ByteBuffer.allocate(GRID.patches() * width * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; data.hasRemaining(); i++) {
            int channel = i % width / (width / 3);
            data.putFloat((colour / (channel == 0 ? 1 : channel == 1 ? 3 : 9)) % 3 - 1);
        }
        return TestPixels.of(GRID, width, data.flip());
    }

    /** The user's part of a turn, its image after the second token. */
    static TokenIds turn(int turn) {
        int[] ids = new int[TURNS[turn]];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = 100 + 30 * turn + i;
        }
        ids[2] = TOKENS.visionStart();
        for (int i = 3; i < 7; i++) {
            ids[i] = TOKENS.imagePad();
        }
        ids[7] = TOKENS.visionEnd();
        return TokenIds.of(ids);
    }

    static TokenIds system() {
        int[] ids = new int[SYSTEM];
        for (int i = 0; i < SYSTEM; i++) {
            ids[i] = 40 + i;
        }
        return TokenIds.of(ids);
    }

    /** The letter of a colour. */
    static int letter(int colour) {
        return 10 + colour;
    }

    static SidecarImage sidecar(int colour, int offset) {
        return new SidecarImage(
                descriptor(colour), new MmHash("%032x".formatted(colour)), new PlaceholderRange(offset, 4));
    }

    static RawImageDescriptor descriptor(int colour) {
        return new RawImageDescriptor(
                "qwen_vl", null, Map.of("colour", colour), null, "file:///colours/" + colour, Map.of());
    }

    /** Pixels of {@link #descriptor}. */
    static PixelPatches pixels(RawImageDescriptor item) {
        return PIXELS.get((Integer) Objects.requireNonNull(item.payload().get("colour")));
    }

    /** Whole right episodes with cross entropy on the answers, packed into one row. */
    static TrainerBatch demonstrations(int count, long seed) {
        TestRow row = new TestRow();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            demonstrate(row, List.of(random.nextInt(COLOURS), random.nextInt(COLOURS), random.nextInt(COLOURS)));
        }
        TrainerBatch batch = row.batch();
        LossStreams streams = LossStreams.crossEntropy(batch.rows().lossMask());
        return TestRow.with(
                batch, batch.rows().advantages(), streams, batch.rows().lossMask());
    }

    private static void demonstrate(TestRow row, List<Integer> colours) {
        TokenIds ids = system();
        for (int turn = 0; turn < TURNS.length; turn++) {
            row.image(sidecar(colours.get(turn), ids.size() + 3));
            ids = ids.concat(turn(turn));
            int answer = ids.size();
            for (int i = 0; i <= turn; i++) {
                ids = ids.concat(TokenIds.of(letter(colours.get(i))));
            }
            ids = ids.concat(TokenIds.of(TOKENS.endOfTurn()));
            for (int i = answer; i < ids.size(); i++) {
                row.train(i, 0, 1, 0);
            }
        }
        row.end(ids);
    }
}
