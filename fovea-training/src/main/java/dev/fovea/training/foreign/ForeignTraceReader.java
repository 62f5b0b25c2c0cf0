package dev.fovea.training.foreign;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.trace.Origin;
import dev.fovea.training.sample.RolloutEnd;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.score.RolloutFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;

/** One trace of verifiers' first version, as its env server and its run folder have it: a graph of messages with their tokens. */
public final class ForeignTraceReader {

    /** Limits of the framework that end a rollout. */
    private static final Set<String> LIMITS =
            Set.of("max_turns", "max_input_tokens", "max_output_tokens", "max_total_tokens", "context_length");

    private final JsonNode trace;
    private final IntFunction<ForeignSidecar> sidecars;

    private ForeignTraceReader(JsonNode trace, IntFunction<ForeignSidecar> sidecars) {
        this.trace = trace;
        this.sidecars = sidecars;
    }

    /**
     * Reads one.
     *
     * @param trace the record of a whole trace
     * @param sidecars of each message by its index; {@link ForeignSidecar#NONE} for records from disk
     * @throws RequestException where it is none, or where its lists do not fit together
     */
    public static ForeignRollout read(JsonNode trace, IntFunction<ForeignSidecar> sidecars) {
        return new ForeignTraceReader(trace, sidecars).rollout();
    }

    private ForeignRollout rollout() {
        List<List<Integer>> paths = paths();
        List<SampleNode> nodes = nodes();
        return new ForeignRollout(
                ForeignFields.text(trace, "id"),
                end(),
                trace.path("agent").path("trainable").asBoolean(true)
                        ? ForeignRollout.Learning.LEARNS
                        : ForeignRollout.Learning.FIXED,
                facts(paths),
                paths.stream()
                        .map(path -> path.stream().map(nodes::get).toList())
                        .toList());
    }

    private List<SampleNode> nodes() {
        List<SampleNode> nodes = new ArrayList<>();
        for (JsonNode node : ForeignFields.list(trace, "nodes")) {
            nodes.add(node(node, nodes.size()));
        }
        return nodes;
    }

    private SampleNode node(JsonNode node, int index) {
        TokenIds ids = ForeignFields.ids(node, "token_ids");
        TokenMask content = ForeignFields.mask(node, "is_content");
        ForeignSidecar sidecar = sidecars.apply(index);
        return new SampleNode(
                index,
                ForeignFields.text(node.path("message"), "role"),
                node.path("sampled").asBoolean(false) ? Origin.SAMPLED : Origin.INPUT,
                ids,
                ForeignFields.mask(node, "mask"),
                content.size() == ids.size() ? content : null,
                ForeignFields.values(node, "logprobs"),
                sidecar.images().images(),
                sidecar.experts(),
                null);
    }

    /** From each root to each leaf; parents come before their children. */
    private List<List<Integer>> paths() {
        JsonNode nodes = ForeignFields.list(trace, "nodes");
        int[] parents = new int[nodes.size()];
        BitSet hasChild = new BitSet();
        for (int i = 0; i < parents.length; i++) {
            JsonNode parent = nodes.get(i).path("parent");
            parents[i] = parent.isNull() || parent.isMissingNode()
                    ? -1
                    : ForeignFields.isWhole(parent)
                            ? Math.clamp(parent.longValue(), -2, parents.length)
                            : parents.length;
            if (parents[i] < -1 || parents[i] >= i) {
                throw new RequestException(
                        ErrorCode.INVALID_REQUEST,
                        "message " + i + " has the parent " + ForeignFields.shown(parent),
                        "give the index of an earlier message, or null");
            }
            if (parents[i] >= 0) {
                hasChild.set(parents[i]);
            }
        }
        List<List<Integer>> paths = new ArrayList<>();
        for (int leaf = hasChild.nextClearBit(0); leaf < parents.length; leaf = hasChild.nextClearBit(leaf + 1)) {
            List<Integer> path = new ArrayList<>();
            for (int at = leaf; at >= 0; at = parents[at]) {
                path.addFirst(at);
            }
            paths.add(path);
        }
        return paths;
    }

    private RolloutEnd end() {
        if (!trace.path("errors").isEmpty()) {
            return RolloutEnd.ERRORED;
        }
        boolean limited = LIMITS.contains(trace.path("stop_condition").asString(""));
        JsonNode last = null;
        for (JsonNode call : trace.path("calls")) {
            last = call.path("error").isNull() || call.path("error").isMissingNode() ? call : last;
        }
        boolean cut = last != null && "length".equals(last.path("finish_reason").asString(""));
        return limited || cut ? RolloutEnd.TRUNCATED : RolloutEnd.FINISHED;
    }

    private RolloutFacts facts(List<List<Integer>> paths) {
        double reward = 0;
        for (JsonNode part : trace.path("rewards")) {
            reward += part.path("score").isNumber()
                    ? ForeignFields.number(part, "score", 0) * ForeignFields.number(part, "weight", 1)
                    : 0.0;
        }
        long output = 0;
        long total = 0;
        for (List<Integer> path : paths) {
            long last = 0;
            for (JsonNode call : trace.path("calls")) {
                JsonNode usage = call.path("usage");
                if (usage.isObject() && path.contains(call.path("node").asInt(-1))) {
                    output += ForeignFields.count(usage, "completion_tokens");
                    last = ForeignFields.count(usage, "prompt_tokens")
                            + ForeignFields.count(usage, "completion_tokens");
                }
            }
            total += last;
        }
        int turns = 0;
        for (JsonNode node : trace.path("nodes")) {
            turns += node.path("sampled").asBoolean(false) ? 1 : 0;
        }
        return new RolloutFacts(
                reward,
                trace.path("agent").path("name").asString("agent"),
                trace.path("episode").path("id").asString(""),
                output,
                total,
                turns);
    }
}
