package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import java.util.List;

/** Rows with one list replaced. */
final class RowEdits {

    private RowEdits() {}

    static MicroBatch withAdvantages(MicroBatch row, TokenValues advantages) {
        return new MicroBatch(
                row.inputIds(),
                row.lossMask(),
                advantages,
                row.inferenceLogprobs(),
                row.positionIds(),
                row.sequenceLengths(),
                row.temperatures(),
                row.envNames(),
                row.refLogprobs(),
                row.loraTokens(),
                row.routedExperts(),
                row.images(),
                row.tokenTypes(),
                row.streams(),
                row.runId(),
                row.runStep());
    }

    static MicroBatch withPositions(MicroBatch row, TokenIds positions) {
        return new MicroBatch(
                row.inputIds(),
                row.lossMask(),
                row.advantages(),
                row.inferenceLogprobs(),
                positions,
                row.sequenceLengths(),
                row.temperatures(),
                row.envNames(),
                row.refLogprobs(),
                row.loraTokens(),
                row.routedExperts(),
                row.images(),
                row.tokenTypes(),
                row.streams(),
                row.runId(),
                row.runStep());
    }

    static MicroBatch withLora(MicroBatch row, List<Integer> lora) {
        return new MicroBatch(
                row.inputIds(),
                row.lossMask(),
                row.advantages(),
                row.inferenceLogprobs(),
                row.positionIds(),
                row.sequenceLengths(),
                row.temperatures(),
                row.envNames(),
                row.refLogprobs(),
                lora,
                row.routedExperts(),
                row.images(),
                row.tokenTypes(),
                row.streams(),
                row.runId(),
                row.runStep());
    }
}
