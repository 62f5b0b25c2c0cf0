package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.trace.Origin;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.Observations;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.sample.TokenTypes;
import dev.fovea.training.score.Advantages;
import dev.fovea.training.score.GroupMean;
import dev.fovea.training.score.LengthPenalty;
import dev.fovea.training.score.LossRoute;
import dev.fovea.training.score.MeanNormalised;
import dev.fovea.training.score.PeerMean;
import dev.fovea.training.score.RoleBaselines;
import dev.fovea.training.score.RolloutFacts;
import dev.fovea.training.score.Unscored;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Groups of rollouts: what each is worth, and what that writes into its samples. */
final class AdvantageCheck implements TrainingCheck {

    static final String EMPTY_GROUP = "an empty group scores nothing; the reference fails on its length penalty";

    @Override
    public String file() {
        return "samples/advantages.jsonl";
    }

    @Override
    public void check(JsonNode row, ConformReport report) {
        String id = row.path("id").asString();
        Advantages rule = rule(row);
        List<Double> scores = rule.of(
                row.path("group").valueStream().map(AdvantageCheck::facts).toList());
        if (row.path("result").has("error")) {
            if (row.path("group").isEmpty() && scores.isEmpty()) {
                report.apart(EMPTY_GROUP);
            } else {
                report.differs(id, "the reference refuses");
            }
            return;
        }
        JsonNode recorded = row.path("result").path("ok");
        List<Map<String, @Nullable Object>> expected = new ArrayList<>();
        List<Map<String, @Nullable Object>> actual = new ArrayList<>();
        for (int i = 0; i < recorded.size(); i++) {
            JsonNode rollout = recorded.get(i);
            int index = i;
            rollout.path("samples").forEach(sample -> expected.add(form(rollout.path("scalar"), sample)));
            for (BranchSample built : samples(row.path("group").get(i))) {
                actual.add(form(scores.isEmpty() ? null : scores.get(index), scored(row, built, scores, index)));
            }
        }
        report.compare(id, expected, actual);
        if (rule instanceof RoleBaselines baselines) {
            report.compare(
                    id + " baselines",
                    row.path("baselines_after")
                            .propertyStream()
                            .collect(Collectors.toMap(Map.Entry::getKey, mean -> CorpusValues.number(mean.getValue()))),
                    baselines.means());
        }
    }

    private static Advantages rule(JsonNode row) {
        JsonNode config = row.path("config");
        JsonNode penalty = config.path("length_penalty");
        return switch (row.path("algorithm").asString()) {
            case "GRPOAlgorithm", "EchoAlgorithm" ->
                new GroupMean(
                        penalty.isMissingNode()
                                ? null
                                : new LengthPenalty(
                                        penalty.path("num_output_tokens_weight").asDouble(),
                                        penalty.path("num_input_tokens_weight").asDouble(),
                                        penalty.path("num_turns_weight").asDouble()));
            case "MaxRLAlgorithm" -> new MeanNormalised();
            case "RAEAlgorithm" -> new RoleBaselines(config.path("decay").asDouble());
            case "HierarchicalGRPOAlgorithm" ->
                new PeerMean(config.path("episode_agents")
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.toSet()));
            default -> new Unscored();
        };
    }

    private static RolloutFacts facts(JsonNode rollout) {
        return new RolloutFacts(
                CorpusValues.number(rollout.path("reward")),
                rollout.path("agent").asString(),
                rollout.path("episode").asString(),
                rollout.path("output_tokens").asLong(),
                rollout.path("total_tokens").asLong(),
                rollout.path("turns").asInt());
    }

    private static List<BranchSample> samples(JsonNode rollout) {
        List<SampleNode> branch = new ArrayList<>();
        for (JsonNode node : rollout.path("nodes")) {
            TokenMask mask = CorpusValues.mask(node.path("mask"));
            boolean sampled = node.path("sampled").booleanValue();
            branch.add(new SampleNode(
                    branch.size(),
                    node.path("role").asString(),
                    sampled ? Origin.SAMPLED : Origin.INPUT,
                    CorpusValues.ids(node.path("token_ids")),
                    mask,
                    CorpusValues.mask(node.path("is_content")),
                    TokenValues.filled(sampled ? mask.count() : 0, -0.5),
                    List.of(),
                    null,
                    null));
        }
        return new BranchSampler("e", 1.0, Origin.SAMPLED, new TokenTypes.Spans()).samples(List.of(branch));
    }

    private static TrainingSample scored(JsonNode row, BranchSample built, List<Double> scores, int index) {
        TrainingSample sample = built.sample();
        JsonNode roles = row.path("config").path("roles");
        TokenValues observed =
                roles.isMissingNode() ? null : observations(roles).of(built.branch());
        LossRoute route = switch (row.path("algorithm").asString()) {
            case "OPDAlgorithm", "OPSDAlgorithm" -> LossRoute.REFERENCE;
            case "SFTDistillAlgorithm" -> LossRoute.IMITATION;
            default -> LossRoute.REINFORCEMENT;
        };
        return sample.withScores(
                scores.isEmpty() ? null : TokenValues.where(sample.mask(), scores.get(index)),
                route.streams(sample.mask(), observed),
                route == LossRoute.REFERENCE ? teacher(row.path("config").path("hint_tokens"), sample) : null);
    }

    private static Observations observations(JsonNode roles) {
        return new Observations(roles.propertyStream()
                .filter(role -> role.getValue().isObject())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, role -> role.getValue().path("alpha").asDouble())));
    }

    /** The corpus's stand-in for a teacher: the first token of its context 0, each other minus its id modulo 7, in eighths. */
    private static TokenValues teacher(JsonNode hint, TrainingSample sample) {
        int[] ids = sample.ids().ids().toArray();
        double[] logprobs =
                Arrays.stream(ids).mapToDouble(id -> -(id % 7) / 8.0).toArray();
        if (hint.isMissingNode()) {
            logprobs[0] = 0.0;
        }
        return TokenValues.of(logprobs);
    }

    private static Map<String, @Nullable Object> form(JsonNode scalar, JsonNode sample) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("scalar", scalar.isNull() ? null : CorpusValues.number(scalar));
        for (String name : STREAMS) {
            TokenValues values = CorpusValues.valuesOrNull(sample.path(name));
            form.put(name, values == null ? null : values.toString());
        }
        return form;
    }

    private static final Set<String> STREAMS =
            Set.of("advantages", "rl_weights", "ce_weights", "ref_kl_weights", "ref_logprobs");

    private static Map<String, @Nullable Object> form(@Nullable Double scalar, TrainingSample sample) {
        Map<String, @Nullable Object> form = new LinkedHashMap<>();
        form.put("scalar", scalar);
        form.put("advantages", text(sample.advantages()));
        form.put("rl_weights", text(sample.streams().rl()));
        form.put("ce_weights", text(sample.streams().ce()));
        form.put("ref_kl_weights", text(sample.streams().refKl()));
        form.put("ref_logprobs", text(sample.refLogprobs()));
        return form;
    }

    private static @Nullable String text(@Nullable TokenValues values) {
        return values == null ? null : values.toString();
    }
}
