package dev.fovea.policy;

import java.util.List;

/**
 * The shape of a Qwen3-VL, as {@code config.json} states it.
 *
 * @param text the language model
 * @param vision the vision tower
 * @param tokens ids with a meaning of their own
 */
public record Qwen3VlConfig(Text text, Vision vision, SpecialTokens tokens) {

    /** Which matrix makes logits. */
    public enum Head {
        /** The embedding itself. */
        TIED,
        /** One of its own, {@code lm_head.weight}. */
        OWN
    }

    /**
     * The language model.
     *
     * @param vocabulary ids are below this
     * @param hidden channels of the residual stream
     * @param keyValueHeads divides {@code heads}
     * @param headChannels channels of one head, even
     * @param mlp channels between the gated projections
     * @param contextTokens longest sequence
     * @param normEpsilon added to the mean square
     * @param mropeSections rotary pairs of time, height and width; their sum is {@code headChannels / 2}
     */
    public record Text(
            int vocabulary,
            int hidden,
            int layers,
            int heads,
            int keyValueHeads,
            int headChannels,
            int mlp,
            int contextTokens,
            double normEpsilon,
            double ropeTheta,
            List<Integer> mropeSections,
            Head head) {

        public Text {
            mropeSections = List.copyOf(mropeSections);
            positive("vocabulary", vocabulary);
            positive("hidden", hidden);
            positive("layers", layers);
            positive("mlp", mlp);
            positive("contextTokens", contextTokens);
            require(
                    heads > 0 && keyValueHeads > 0 && heads % keyValueHeads == 0,
                    "key/value heads must divide the heads");
            require(headChannels > 0 && headChannels % 2 == 0, "head channels must be even");
            require(
                    mropeSections.size() == 3
                            && mropeSections.stream().allMatch(size -> size >= 0)
                            && mropeSections.stream()
                                            .mapToInt(Integer::intValue)
                                            .sum()
                                    == headChannels / 2,
                    "three mrope sections must add up to half the head channels");
        }

        /** Query heads that share one key/value head. */
        int group() {
            return heads / keyValueHeads;
        }
    }

    /**
     * The vision tower.
     *
     * @param patch pixels of a patch's side
     * @param temporalPatch frames of a patch; an image is repeated to fill them
     * @param merge patches along each side of a token
     * @param outHidden channels of an image token, the text's {@code hidden}
     * @param positions entries of the learned position grid, a square number
     * @param deepstackBlocks after which blocks features are taken for the first text layers
     */
    public record Vision(
            int hidden,
            int depth,
            int heads,
            int mlp,
            int channels,
            int patch,
            int temporalPatch,
            int merge,
            int outHidden,
            int positions,
            double ropeTheta,
            List<Integer> deepstackBlocks) {

        public Vision {
            deepstackBlocks = List.copyOf(deepstackBlocks);
            positive("depth", depth);
            positive("mlp", mlp);
            positive("patch width", channels * patch * temporalPatch);
            positive("merge", merge);
            require(heads > 0 && hidden % (4 * heads) == 0, "vision heads must have a multiple of 4 channels");
            require(side(positions) * side(positions) == positions, "the position grid must be a square");
            for (int block : deepstackBlocks) {
                require(block >= 0 && block < depth, "a deepstack index must name a block");
            }
        }

        /** Values of one patch row, 1,536 for the published models. */
        int patchWidth() {
            return channels * temporalPatch * patch * patch;
        }

        /** Channels of the patches that become one token. */
        int mergedHidden() {
            return hidden * merge * merge;
        }

        int side() {
            return side(positions);
        }

        private static int side(int positions) {
            return (int) Math.round(Math.sqrt(positions));
        }
    }

    /**
     * Ids with a meaning of their own.
     *
     * @param endOfText also the beginning of a text, where one is wanted
     * @param endOfTurn where an answer ends
     */
    public record SpecialTokens(
            int imagePad, int videoPad, int visionStart, int visionEnd, int endOfText, int endOfTurn) {}

    public Qwen3VlConfig {
        require(vision.outHidden() == text.hidden(), "image tokens and text must have equally many channels");
        require(vision.deepstackBlocks().size() <= text.layers(), "each deepstack index needs a text layer");
    }

    /** The policy of the demonstration, 207,040 parameters at 377 tokens: small, and able to learn the colour-codeword task. */
    public static Qwen3VlConfig demo(int vocabulary, SpecialTokens tokens) {
        return new Qwen3VlConfig(
                new Text(vocabulary, 64, 2, 2, 1, 32, 128, 32_768, 1e-6, 10_000, List.of(6, 5, 5), Head.TIED),
                new Vision(32, 1, 2, 64, 3, 16, 2, 2, 64, 36, 10_000, List.of(0)),
                tokens);
    }

    private static void positive(String name, int value) {
        require(value > 0, name + " must be positive");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
