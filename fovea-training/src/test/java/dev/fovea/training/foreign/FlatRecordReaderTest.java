package dev.fovea.training.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.trace.Origin;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.RolloutEnd;
import dev.fovea.training.sample.TokenTypes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Records in the form of verifiers' RolloutOutput. */
class FlatRecordReaderTest {

    private static final String TWO_TURNS = """
            {"example_id": 3, "reward": 0.5, "is_truncated": true, "error": null,
             "prompt": [{"role": "user", "content": "q"}], "completion": [{"role": "assistant", "content": "a"}],
             "trajectory": [
               {"prompt": [{"role": "user", "content": [{"type": "text", "text": "q"}]}],
                "tokens": {"prompt_ids": [1, 2], "completion_ids": [10, 11], "completion_mask": [1, 1],
                           "completion_logprobs": [-0.1, -0.2], "multi_modal_data": null}},
               {"prompt": [],
                "tokens": {"prompt_ids": [1, 2, 10, 11, 3], "completion_ids": [12, 4, 13], "completion_mask": [1, 0, 1],
                           "completion_logprobs": [-0.3, 0.0, -0.4]}}]}
            """;

    private static ForeignRollout read(String json) {
        return FlatRecordReader.read(JsonMapper.shared().readTree(json));
    }

    private static List<TrainingSample> samples(ForeignRollout rollout) {
        return new BranchSampler("e", 1.0, Origin.SAMPLED, new TokenTypes.Spans())
                .samples(rollout.branches()).stream().map(BranchSample::sample).toList();
    }

    @Test
    void stepsThatContinueEachOtherAreOneBranch() {
        ForeignRollout rollout = read(TWO_TURNS);

        TrainingSample sample = samples(rollout).getFirst();
        assertThat(samples(rollout)).hasSize(1);
        assertThat(sample.ids().ids().toArray()).containsExactly(1, 2, 10, 11, 3, 12, 4, 13);
        assertThat(sample.mask()).hasToString("00110101");
        assertThat(sample.logprobs().toArray()).containsExactly(0, 0, -0.1, -0.2, 0, -0.3, 0, -0.4);
        assertThat(rollout.end()).isEqualTo(RolloutEnd.TRUNCATED);
        assertThat(rollout.facts().reward()).isEqualTo(0.5);
        assertThat(rollout.facts().turns()).isEqualTo(2);
    }

    @Test
    void aStepWithAnotherHistoryIsABranchOfItsOwn() {
        ForeignRollout rollout = read(TWO_TURNS.replace("[1, 2, 10, 11, 3]", "[1, 2, 10, 7, 3]"));

        assertThat(samples(rollout)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prompt\": [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\", \"image_url\": {\"url\": \"data:x\"}}]}], \"trajectory\": []}",
                "{\"prompt\": [{\"role\": \"user\", \"content\": [{\"type\": \"image\"}]}]}",
                "{\"completion\": [{\"role\": \"tool\", \"content\": [{\"type\": \"input_image\"}]}]}",
                "{\"trajectory\": [{\"prompt\": [{\"role\": \"user\", \"content\": [{\"type\": \"image\"}]}]}]}",
                "{\"trajectory\": [{\"completion\": [{\"role\": \"tool\", \"content\": [{\"type\": \"video\"}]}]}]}",
                "{\"trajectory\": [{\"tokens\": {\"prompt_ids\": [1], \"multi_modal_data\": {}}}]}",
                "{\"trajectory\": [{\"response\": {\"message\": {\"content\": [{\"type\": \"image_url\"}]}}}]}"
            })
    void anImageAnywhereIsRefusedBeforeAnythingIsRead(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOfSatisfying(
                        RequestException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED_MODALITY));
    }

    @Test
    void listsThatDoNotFitAreRefused() {
        assertThatThrownBy(() -> samples(read(TWO_TURNS.replace("[-0.1, -0.2]", "[-0.1]"))))
                .isInstanceOf(RequestException.class);
        assertThatThrownBy(() -> read(TWO_TURNS.replace("[1, 2]", "[1, -2]"))).isInstanceOf(RequestException.class);
    }
}
