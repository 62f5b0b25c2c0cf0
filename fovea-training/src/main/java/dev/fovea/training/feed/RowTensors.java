package dev.fovea.training.feed;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tensors of one row, by the names that trainers know; docs/trainer-batches.md is their table. */
final class RowTensors {

    private final List<Tensor> tensors = new ArrayList<>();
    private final MicroBatch row;
    private final List<Long> tokens;

    private RowTensors(MicroBatch row) {
        this.row = row;
        this.tokens = List.of(1L, (long) row.size());
    }

    /** Tensors of the row's lists. */
    static List<Tensor> of(MicroBatch row, Positions positions, EnvironmentIds environments) {
        RowTensors tensors = new RowTensors(row);
        tensors.sampled();
        tensors.positions(positions);
        tensors.layout(environments);
        tensors.optional();
        return tensors.tensors;
    }

    /** Tensors of the row's images. */
    static List<Tensor> ofImages(EngineItemSchema schema, TensorType type, List<GridThw> grids, MemorySegment pixels) {
        int[] rows = grids.stream()
                .flatMapToInt(grid -> IntStream.of(grid.t(), grid.h(), grid.w()))
                .toArray();
        List<Long> shape = new ArrayList<>();
        shape.add(grids.stream().mapToLong(GridThw::patches).sum());
        schema.patchShape().forEach(axis -> shape.add(axis.longValue()));
        return List.of(
                TensorValues.longs(schema.gridKey(), List.of((long) grids.size(), 3L), rows),
                new Tensor(schema.pixelsKey(), type, shape, pixels));
    }

    private void sampled() {
        tensors.add(TensorValues.longs("input_ids", tokens, row.inputIds().ids()));
        tensors.add(TensorValues.truths("loss_mask", row.lossMask()));
        tensors.add(TensorValues.floats("advantages", row.advantages()));
        tensors.add(TensorValues.floats("inference_logprobs", row.inferenceLogprobs()));
        tensors.add(TensorValues.floats("temperatures", row.temperatures()));
    }

    private void positions(Positions positions) {
        tensors.add(TensorValues.longs("position_ids", tokens, row.positionIds()));
        TokenIds axes = positions.time().concat(positions.height()).concat(positions.width());
        tensors.add(TensorValues.longs("mrope_position_ids", List.of(3L, 1L, (long) row.size()), axes));
    }

    private void layout(EnvironmentIds environments) {
        tensors.add(integers("seq_lens", row.sequenceLengths()));
        tensors.add(environments.tensor());
        List<Integer> lora = row.loraTokens();
        tensors.add(integers("lora_num_tokens", lora == null ? List.of(row.size()) : lora));
    }

    private void optional() {
        if (row.tokenTypes() != null) {
            tensors.add(TensorValues.longs("mm_token_type_ids", tokens, row.tokenTypes()));
        }
        values("ref_logprobs", row.refLogprobs());
        values("rl_weights", row.streams().rl());
        values("ce_weights", row.streams().ce());
        values("ref_kl_weights", row.streams().refKl());
        if (row.routedExperts() != null) {
            tensors.add(ExpertRows.tensor(row.routedExperts()));
        }
    }

    private void values(String name, @Nullable TokenValues values) {
        if (values != null) {
            tensors.add(TensorValues.floats(name, values));
        }
    }

    private static Tensor integers(String name, List<Integer> values) {
        return TensorValues.integers(
                name,
                List.of((long) values.size()),
                values.stream().mapToInt(Integer::intValue).toArray());
    }
}
