package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDManager;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and values are stood in for by a number that depends on the whole history of a token: a wrong reuse cannot hide. */
class PrefixTreeTest {

    private static final Qwen3VlConfig.Text CONFIG = GoldenCheckpoints.GENERAL.text();
    private static final int FLOATS = (int) (KvRegion.tokenBytes(CONFIG) / Float.BYTES);
    private static final int BLOCKS = FLOATS / CONFIG.headChannels();
    private static final int PAD = 0;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatIsRestoredIsTheLongestKnownPrefixAndNothingElse(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TokenRun> kept = new ArrayList<>();
        List<Integer> lengths = new ArrayList<>();
        PrefixTree tree = new PrefixTree(Long.MAX_VALUE, CONFIG);

        try (NDManager manager = LibTorch.enterThread(1);
                KvRegion region = new KvRegion(CONFIG, manager, 1 << 20)) {
            region.reserve(2, 40, 0);
            for (int round = 0; round < 300; round++) {
                TokenRun run = randomRun(random);
                int length = 1 + random.nextInt(30);
                int known = tree.restore(run, length, region, 1);

                assertThat(known).as("seed " + seed).isEqualTo(longest(run, length, kept, lengths));
                assertThat(region.copyOut(1, 0, known)).as("seed " + seed).isEqualTo(history(run, known));

                region.copyIn(history(run, length), length, length, 0, 0);
                tree.keep(run, length, region, 0);
                kept.add(run);
                lengths.add(length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void aBoundedTreeForgetsButNeverErrs(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long maxBytes = 100 * KvRegion.tokenBytes(CONFIG);
        PrefixTree tree = new PrefixTree(maxBytes, CONFIG);
        int restored = 0;

        try (NDManager manager = LibTorch.enterThread(1);
                KvRegion region = new KvRegion(CONFIG, manager, 1 << 20)) {
            region.reserve(2, 40, 0);
            for (int round = 0; round < 300; round++) {
                TokenRun run = randomRun(random);
                int known = tree.restore(run, 30, region, 1);
                restored += known;

                assertThat(region.copyOut(1, 0, known)).as("seed " + seed).isEqualTo(history(run, known));

                region.copyIn(history(run, 30), 30, 30, 0, 0);
                tree.keep(run, 30, region, 0);
                assertThat(tree.bytes()).isLessThanOrEqualTo(maxBytes);
            }
        }
        assertThat(restored).isPositive();
    }

    /** Few different tokens and images, so that much is shared. */
    private static TokenRun randomRun(SplittableRandom random) {
        int[] ids = new int[30];
        Arrays.setAll(ids, _ -> 1 + random.nextInt(2));
        List<TokenRun.Image> images = new ArrayList<>();
        for (int offset = random.nextInt(2); offset + 4 <= 30; offset += 4 + random.nextInt(8)) {
            if (random.nextBoolean()) {
                Arrays.fill(ids, offset, offset + 4, PAD);
                String digest = "%064x".formatted(random.nextInt(2));
                images.add(new TokenRun.Image(new PlaceholderRange(offset, 4), new PixelDigest(digest)));
            } else if (random.nextInt(4) == 0) {
                // Pads that were sampled as text.
                Arrays.fill(ids, offset, offset + 4, PAD);
            }
        }
        return new TokenRun(ids, images);
    }

    private static int longest(TokenRun run, int limit, List<TokenRun> kept, List<Integer> lengths) {
        int longest = 0;
        for (int i = 0; i < kept.size(); i++) {
            int common = Math.min(limit, lengths.get(i));
            int agreed = 0;
            while (agreed < common && hash(run, agreed) == hash(kept.get(i), agreed)) {
                agreed++;
            }
            longest = Math.max(longest, agreed);
        }
        return longest;
    }

    private static int hash(TokenRun run, int token) {
        int hash = 1;
        for (int i = 0; i <= token; i++) {
            hash = 31 * hash + Objects.hash(run.first(i), start(run, i));
        }
        return hash;
    }

    private static int start(TokenRun run, int token) {
        return run.images().stream()
                .map(TokenRun.Image::range)
                .filter(range -> token >= range.offset() && token < range.end())
                .mapToInt(PlaceholderRange::offset)
                .findAny()
                .orElse(-1);
    }

    private static float[] history(TokenRun run, int length) {
        float[] values = new float[length * FLOATS];
        for (int token = 0; token < length; token++) {
            int hash = hash(run, token);
            for (int block = 0; block < BLOCKS; block++) {
                for (int channel = 0; channel < CONFIG.headChannels(); channel++) {
                    values[(block * length + token) * CONFIG.headChannels() + channel] =
                            (hash & 0xFFFF) + 0.001f * block + 0.0001f * channel;
                }
            }
        }
        return values;
    }
}
