package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {

    /** The keys of the published dense models with the values of the one with two billion parameters. */
    private static final String PUBLISHED = """
            {"architectures": ["Qwen3VLForConditionalGeneration"], "image_token_id": 151655, "model_type": "qwen3_vl",
             "text_config": {"attention_bias": false, "attention_dropout": 0.0, "bos_token_id": 151643, "dtype": "bfloat16",
               "eos_token_id": 151645, "head_dim": 128, "hidden_act": "silu", "hidden_size": 2048, "initializer_range": 0.02,
               "intermediate_size": 6144, "max_position_embeddings": 262144, "model_type": "qwen3_vl_text",
               "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8, "rms_norm_eps": 1e-06,
               "rope_scaling": {"mrope_interleaved": true, "mrope_section": [24, 20, 20], "rope_type": "default"},
               "rope_theta": 5000000, "tie_word_embeddings": true, "use_cache": true, "vocab_size": 151936},
             "tie_word_embeddings": true, "transformers_version": "4.57.0.dev0", "video_token_id": 151656,
             "vision_config": {"deepstack_visual_indexes": [5, 11, 17], "depth": 24, "hidden_act": "gelu_pytorch_tanh",
               "hidden_size": 1024, "in_channels": 3, "initializer_range": 0.02, "intermediate_size": 4096,
               "model_type": "qwen3_vl", "num_heads": 16, "num_position_embeddings": 2304, "out_hidden_size": 2048,
               "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2},
             "vision_end_token_id": 151653, "vision_start_token_id": 151652}
            """;

    @Test
    void aPublishedModelHasItsNumberOfParameters() {
        Qwen3VlConfig config = read(PUBLISHED);

        assertThat(WeightPlan.of(config).size()).isEqualTo(2_127_532_032L);
        assertThat(config.text().ropeTheta()).isEqualTo(5_000_000);
        assertThat(config.text().head()).isEqualTo(Qwen3VlConfig.Head.TIED);
        assertThat(config.vision().deepstackBlocks()).isEqualTo(List.of(5, 11, 17));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"tie_word_embeddings\": true | \"tie_word_embeddings\": false",
                "\"tie_word_embeddings\": true, | "
            })
    void aHeadThatIsNotTiedIsOneOfItsOwn(String said, String now) {
        Qwen3VlConfig config = read(PUBLISHED.replace(said, now == null ? "" : now));

        assertThat(config.text().head()).isEqualTo(Qwen3VlConfig.Head.OWN);
        assertThat(WeightPlan.of(config).size()).isEqualTo(2_127_532_032L + 151_936L * 2_048);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"rope_scaling\": { | \"rope_parameters\": {\"rope_theta\": 5000000, ",
                "\"rope_type\": \"default\" | \"type\": \"mrope\"",
                "\"eos_token_id\": 151645 | \"eos_token_id\": [151645, 151643]",
                "\"use_cache\": true | \"sliding_window\": null, \"quantization\": null, \"_private\": 1",
                "\"use_cache\": true | \"use_sliding_window\": false, \"layer_types\": [\"full_attention\"]"
            })
    void anotherFormSaysTheSame(String said, String now) {
        assertThat(read(PUBLISHED.replace(said, now))).isEqualTo(read(PUBLISHED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"rope_type\": \"default\" | \"rope_type\": \"yarn\", \"factor\": 3.0 | text_config.rope_scaling.rope_type is \"yarn\"",
                "\"rope_type\": \"default\" | \"rope_type\": \"default\", \"factor\": 3.0 | text_config.rope_scaling.factor is 3.0",
                "\"mrope_interleaved\": true | \"mrope_interleaved\": false | mrope_interleaved is false",
                "\"use_cache\": true | \"logit_scale\": 0.5 | text_config.logit_scale is 0.5",
                "\"use_cache\": true | \"use_sliding_window\": true | text_config.use_sliding_window is true",
                "\"use_cache\": true | \"layer_types\": [\"linear_attention\"] | text_config.layer_types is",
                "\"attention_bias\": false | \"attention_bias\": true | text_config.attention_bias is true",
                "\"depth\": 24 | \"depth\": 24, \"window_size\": 112 | vision_config.window_size is 112",
                "\"image_token_id\" | \"quantization_config\": {\"bits\": 4}, \"image_token_id\" | quantization_config is",
                "\"use_cache\": true, | \"use_cache\": true, \"num_experts\": 128, | text_config.num_experts is 128"
            })
    void whatWouldComputeSomethingElseIsRefusedByItsName(String said, String now, String named) {
        SetupException refusal = refusal(PUBLISHED.replace(said, now));

        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_CHECKPOINT);
        assertThat(refusal.what()).contains(named);
    }

    @Test
    void twoPlacesThatDisagreeAboutTheHeadAreRefused() {
        SetupException refusal =
                refusal(PUBLISHED.replaceFirst("\"tie_word_embeddings\": true", "\"tie_word_embeddings\": false"));

        assertThat(refusal.what()).contains("text_config.tie_word_embeddings is false");
    }

    @Test
    void aMixtureOfExpertsIsRefusedByItsName() {
        SetupException refusal = refusal(PUBLISHED
                .replace("\"qwen3_vl\", \"text", "?")
                .replaceFirst("\"model_type\": \"qwen3_vl\"", "\"model_type\": \"qwen3_vl_moe\""));

        assertThat(refusal.code()).isEqualTo(ErrorCode.UNKNOWN_FAMILY);
        assertThat(refusal.what()).contains("\"qwen3_vl_moe\", a mixture of experts");
    }

    private static SetupException refusal(String json) {
        SetupException refusal = catchThrowableOfType(SetupException.class, () -> read(json));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private static Qwen3VlConfig read(String json) {
        return ConfigReader.read(json.getBytes(StandardCharsets.UTF_8), "config.json");
    }
}
