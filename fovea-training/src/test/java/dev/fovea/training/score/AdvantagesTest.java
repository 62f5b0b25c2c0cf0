package dev.fovea.training.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.WeightVersion;
import dev.fovea.training.GoldenLines;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class AdvantagesTest {

    static Stream<JsonNode> recorded() {
        return GoldenLines.of(AdvantagesTest.class, "advantages.jsonl").stream();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void everyRecordedGroupIsScoredToTheLastBit(JsonNode row) {
        Advantages rule = rule(row);

        List<Double> scores = rule.of(
                row.path("group").valueStream().map(AdvantagesTest::facts).toList());

        assertThat(scores)
                .as(row.path("id").asString())
                .isEqualTo(row.path("scalars")
                        .valueStream()
                        .map(AdvantagesTest::number)
                        .toList());
        if (rule instanceof RoleBaselines baselines) {
            assertThat(baselines.means())
                    .isEqualTo(row.path("baselines_after")
                            .propertyStream()
                            .collect(Collectors.toMap(
                                    java.util.Map.Entry::getKey,
                                    mean -> mean.getValue().asDouble())));
        }
    }

    private static Advantages rule(JsonNode row) {
        JsonNode config = row.path("config");
        JsonNode penalty = config.path("length_penalty");
        return switch (row.path("kind").asString()) {
            case "grpo", "echo" ->
                new GroupMean(
                        penalty.isMissingNode()
                                ? null
                                : new LengthPenalty(
                                        penalty.path("num_output_tokens_weight").asDouble(),
                                        penalty.path("num_input_tokens_weight").asDouble(),
                                        penalty.path("num_turns_weight").asDouble()));
            case "max_rl" -> new MeanNormalised();
            case "rae" -> new RoleBaselines(config.path("decay").asDouble());
            case "hierarchical_grpo" ->
                new PeerMean(Set.copyOf(config.path("episode_agents")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList()));
            default -> throw new IllegalArgumentException(row.path("kind").asString());
        };
    }

    private static RolloutFacts facts(JsonNode rollout) {
        return new RolloutFacts(
                number(rollout.path("reward")),
                rollout.path("agent").asString(),
                rollout.path("episode").asString(),
                rollout.path("output_tokens").asLong(),
                rollout.path("total_tokens").asLong(),
                rollout.path("turns").asInt());
    }

    private static double number(JsonNode value) {
        return value.has("$f64")
                ? Double.longBitsToDouble(
                        Long.parseUnsignedLong(value.path("$f64").asString(), 16))
                : value.asDouble();
    }

    @Test
    void leaveOneOutMeasuresAgainstTheOthersOnly() {
        assertThat(new LeaveOneOut().of(rewards(1, 0, 0.5))).containsExactly(0.75, -0.75, 0.0);
        assertThat(new LeaveOneOut().of(rewards(7))).containsExactly(0.0);
        assertThat(new LeaveOneOut().of(rewards())).isEmpty();
    }

    @Test
    void aLengthNormalisedRolloutWeighsAsMuchAsAnyOther() {
        List<RolloutFacts> group =
                List.of(new RolloutFacts(1, "a", "", 10, 20, 1), new RolloutFacts(0, "a", "", 30, 40, 1));

        List<Double> scores = new LengthNormalised(new GroupMean(null)).of(group);

        assertThat(scores).containsExactly(0.5 * 2, -0.5 * 2 / 3);
    }

    @Test
    void equalRewardsHaveNoStandardScore() {
        assertThat(new StandardScore().of(rewards(0.3, 0.3, 0.3))).containsExactly(0.0, 0.0, 0.0);
    }

    @Test
    void groupsThatTeachNothingAreCounted() {
        ZeroVarianceFilter filter = new ZeroVarianceFilter();

        assertThat(filter.admits(List.of(0.5, -0.5))).isTrue();
        assertThat(filter.admits(List.of(0.0, -0.0))).isFalse();
        assertThat(filter.admits(List.of(Double.NaN, 1.0))).isFalse();
        assertThat(filter.admits(List.of())).isFalse();
        assertThat(filter.dropped()).isEqualTo(3);
    }

    @Test
    void staleRolloutsAreCounted() {
        StalenessFilter filter = new StalenessFilter(2);

        assertThat(filter.admits(new WeightVersion(5), new WeightVersion(7))).isTrue();
        assertThat(filter.admits(new WeightVersion(4), new WeightVersion(7))).isFalse();
        assertThat(filter.dropped()).isEqualTo(1);
    }

    private static List<RolloutFacts> rewards(double... rewards) {
        return java.util.Arrays.stream(rewards).mapToObj(RolloutFacts::rewarded).toList();
    }
}
