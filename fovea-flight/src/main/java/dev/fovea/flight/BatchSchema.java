package dev.fovea.flight;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.training.feed.BatchMetadata;
import dev.fovea.training.feed.FeedModel;
import dev.fovea.training.feed.TensorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns of a model's batches. Every batch has all of them; a tensor that a batch lacks is null, so that text and images share
 * one stream.
 *
 * <p>A tensor's column is the storage of the canonical extension type {@code arrow.variable_shape_tensor}: a struct of {@code data},
 * a list whose values are one contiguous buffer, and {@code shape}.
 */
final class BatchSchema {

    /** The column with a batch's metadata, one JSON object. */
    static final String METADATA = "metadata";

    /** Under this name a field tells the number format where Arrow has none of it. */
    static final String DTYPE = "fovea.dtype";

    private static final String EXTENSION_NAME = "ARROW:extension:name";
    private static final String EXTENSION_METADATA = "ARROW:extension:metadata";
    private static final int ROW = 2;

    private final List<Field> fields = new ArrayList<>();

    private BatchSchema() {}

    static Schema of(FeedModel model, TensorType pixels) {
        BatchSchema columns = new BatchSchema();
        columns.fields.add(Field.notNullable(METADATA, new ArrowType.Utf8()));
        columns.tokens();
        columns.images(model.tensors(), pixels);
        return new Schema(
                columns.fields,
                Map.of(
                        "fovea.format_version",
                        Integer.toString(BatchMetadata.FORMAT_VERSION),
                        "fovea.family",
                        model.name()));
    }

    private void tokens() {
        for (String name : List.of("input_ids", "position_ids", "mm_token_type_ids")) {
            tensor(name, TensorType.INT64, ROW);
        }
        tensor("mrope_position_ids", TensorType.INT64, 3);
        tensor("loss_mask", TensorType.BOOL, ROW);
        for (String name : List.of(
                "advantages",
                "inference_logprobs",
                "temperatures",
                "ref_logprobs",
                "rl_weights",
                "ce_weights",
                "ref_kl_weights")) {
            tensor(name, TensorType.FLOAT32, ROW);
        }
        tensor("env_ids", TensorType.INT32, ROW);
        tensor("seq_lens", TensorType.INT32, 1);
        tensor("lora_num_tokens", TensorType.INT32, 1);
        tensor("routed_experts", TensorType.INT32, 4);
    }

    private void images(EngineItemSchema schema, TensorType pixels) {
        tensor(schema.gridKey(), TensorType.INT64, 2);
        tensor(schema.pixelsKey(), pixels, 1 + schema.patchShape().size());
    }

    private void tensor(String name, TensorType type, int axes) {
        Field value = Field.notNullable("item", arrowType(type));
        Field data = new Field("data", FieldType.notNullable(new ArrowType.List()), List.of(value));
        Field shape = new Field(
                "shape",
                FieldType.notNullable(new ArrowType.FixedSizeList(axes)),
                List.of(Field.notNullable("item", new ArrowType.Int(Integer.SIZE, true))));
        Map<String, String> metadata = Map.of(
                EXTENSION_NAME,
                "arrow.variable_shape_tensor",
                EXTENSION_METADATA,
                "{}",
                DTYPE,
                type.name().toLowerCase(Locale.ROOT));
        fields.add(new Field(name, new FieldType(true, new ArrowType.Struct(), null, metadata), List.of(data, shape)));
    }

    /** Arrow has no bfloat16: its bits travel as 16-bit numbers. */
    private static ArrowType arrowType(TensorType type) {
        return switch (type) {
            case INT64 -> new ArrowType.Int(Long.SIZE, true);
            case INT32 -> new ArrowType.Int(Integer.SIZE, true);
            case FLOAT32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
            case BFLOAT16 -> new ArrowType.Int(Short.SIZE, false);
            case BOOL -> new ArrowType.Bool();
        };
    }
}
