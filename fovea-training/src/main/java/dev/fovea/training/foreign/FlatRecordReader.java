package dev.fovea.training.foreign;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.trace.Origin;
import dev.fovea.training.sample.RolloutEnd;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.score.RolloutFacts;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One flat record of verifiers' older generation: a prompt, a completion, and a trajectory of steps that each have the whole prompt's
 * ids and what was sampled behind it. Text only: its images have no references that could be followed.
 *
 * <p>A step continues the longest earlier one whose tokens its prompt begins with; what is new of the prompt is one message, since
 * such records do not say where one ends.
 */
public final class FlatRecordReader {

    private final List<List<SampleNode>> branches = new ArrayList<>();
    private int nodes;

    private FlatRecordReader() {}

    /**
     * Reads one.
     *
     * @throws dev.fovea.contract.error.RequestException {@code unsupported_modality} where an image stands anywhere in it, which is
     *     looked for before anything is read; another code where its lists do not fit together
     */
    public static ForeignRollout read(JsonNode flat) {
        TextOnly.require(flat);
        FlatRecordReader reader = new FlatRecordReader();
        long output = 0;
        long total = 0;
        int turns = 0;
        for (JsonNode step : ForeignFields.list(flat, "trajectory")) {
            JsonNode tokens = step.path("tokens");
            if (tokens.isObject()) {
                int sampled = reader.add(tokens);
                output += sampled;
                total = Math.max(total, tokens.path("prompt_ids").size() + (long) sampled);
            }
            turns++;
        }
        return new ForeignRollout(
                flat.path("trajectory_id").asString(flat.path("example_id").asString("")),
                end(flat),
                ForeignRollout.Learning.LEARNS,
                new RolloutFacts(ForeignFields.number(flat, "reward", 0), "agent", "", output, total, turns),
                reader.branches);
    }

    private static RolloutEnd end(JsonNode flat) {
        JsonNode error = flat.path("error");
        if (!error.isMissingNode() && !error.isNull()) {
            return RolloutEnd.ERRORED;
        }
        return flat.path("is_truncated").asBoolean(false) ? RolloutEnd.TRUNCATED : RolloutEnd.FINISHED;
    }

    /** Adds a step and gives the number of its sampled tokens. */
    private int add(JsonNode tokens) {
        TokenIds prompt = ForeignFields.ids(tokens, "prompt_ids");
        TokenIds completion = ForeignFields.ids(tokens, "completion_ids");
        if (prompt.isEmpty() && completion.isEmpty()) {
            return 0;
        }
        List<SampleNode> branch = new ArrayList<>(longestPrefix(prompt));
        int known = size(branch);
        branch.add(given(prompt.slice(known, prompt.size())));
        branch.add(sampled(completion, tokens));
        branches.removeIf(shorter -> branch.size() > shorter.size()
                && branch.subList(0, shorter.size()).equals(shorter));
        branches.add(branch);
        return completion.size();
    }

    private List<SampleNode> longestPrefix(TokenIds prompt) {
        List<SampleNode> longest = List.of();
        for (List<SampleNode> branch : branches) {
            for (int count = branch.size(); count > longest.size(); count--) {
                List<SampleNode> path = branch.subList(0, count);
                if (size(path) <= prompt.size() && startsWith(prompt, path)) {
                    longest = path;
                }
            }
        }
        return longest;
    }

    private static boolean startsWith(TokenIds prompt, List<SampleNode> path) {
        int at = 0;
        for (SampleNode node : path) {
            int end = at + node.ids().size();
            if (!prompt.slice(at, end).equals(node.ids())) {
                return false;
            }
            at = end;
        }
        return true;
    }

    private static int size(List<SampleNode> path) {
        return path.stream().mapToInt(node -> node.ids().size()).sum();
    }

    private SampleNode given(TokenIds ids) {
        return new SampleNode(
                nodes++,
                "user",
                Origin.INPUT,
                ids,
                TokenMask.filled(ids.size(), false),
                null,
                TokenValues.empty(),
                List.of(),
                null,
                null);
    }

    /** A completion's own mask counts where it has one: what a tool wrote between was not sampled. */
    private SampleNode sampled(TokenIds ids, JsonNode tokens) {
        TokenMask recorded = ForeignFields.mask(tokens, "completion_mask");
        TokenMask mask = recorded.size() == 0 ? TokenMask.filled(ids.size(), true) : recorded;
        TokenValues logprobs = ForeignFields.values(tokens, "completion_logprobs");
        return new SampleNode(
                nodes++, "assistant", Origin.SAMPLED, ids, mask, null, masked(logprobs, mask), List.of(), null, null);
    }

    private static TokenValues masked(TokenValues logprobs, TokenMask mask) {
        if (logprobs.size() != mask.size()) {
            return logprobs; // the message names the difference
        }
        TokenValues.Builder kept = new TokenValues.Builder();
        int[] at = {0};
        mask.forEachRun((sampled, tokens) -> {
            if (sampled) {
                kept.add(logprobs, at[0], at[0] + tokens);
            }
            at[0] += tokens;
        });
        return kept.build();
    }
}
