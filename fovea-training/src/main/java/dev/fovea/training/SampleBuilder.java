package dev.fovea.training;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.trace.Branch;
import dev.fovea.trace.MessageNode;
import dev.fovea.trace.Origin;
import dev.fovea.trace.RunningDigest;
import dev.fovea.trace.TokensDigest;
import dev.fovea.trace.Trace;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.RolloutCounts;
import dev.fovea.training.sample.RolloutCounts.Outcome;
import dev.fovea.training.sample.RolloutEnd;
import dev.fovea.training.sample.RolloutPolicy;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.sample.TokenTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * Traces to samples: one a branch that has something to train. A message that several branches share is trained in the first
 * of them only. Every sample is compared with what the engine says that it received and sampled. Thread safe.
 */
public final class SampleBuilder {

    /** The graph has compared spans with tokens when a turn was committed; a sampled pad is text. */
    private static final TokenTypes TYPES = new TokenTypes.Spans();

    private final ProofLedger proofs;
    private final RolloutPolicy policy;
    private final RolloutCounts counts = new RolloutCounts();

    /** Builds samples of every rollout, however it ended. */
    public SampleBuilder(ProofLedger proofs) {
        this(proofs, RolloutPolicy.ALL);
    }

    public SampleBuilder(ProofLedger proofs, RolloutPolicy policy) {
        this.proofs = proofs;
        this.policy = policy;
    }

    /** What became of the rollouts so far. */
    public RolloutCounts counts() {
        return counts;
    }

    /** Samples of what a policy sampled. */
    public List<TrainingSample> sampled(Trace trace) {
        return branches(trace, Origin.SAMPLED).stream()
                .map(BranchSample::sample)
                .toList();
    }

    /** Samples of what a policy sampled, with the messages that they are made of. */
    public List<BranchSample> sampledBranches(Trace trace) {
        return branches(trace, Origin.SAMPLED);
    }

    /** Samples of what was demonstrated, with cross entropy as their only loss. */
    public List<TrainingSample> demonstrations(Trace trace) {
        return branches(trace, Origin.DEMONSTRATED).stream()
                .map(BranchSample::sample)
                .toList();
    }

    private List<BranchSample> branches(Trace trace, Origin origin) {
        RolloutEnd end = RolloutEnd.of(trace);
        return switch (end.treatment(policy)) {
            case TRAIN -> counted(build(trace, origin), Outcome.TRAINED);
            case DROP -> {
                counts.add(end == RolloutEnd.ERRORED ? Outcome.DROPPED_ERRORED : Outcome.DROPPED_TRUNCATED);
                yield List.of();
            }
            case KEEP_WITHOUT_LOSS ->
                counted(
                        build(trace, origin).stream()
                                .map(BranchSample::withoutLoss)
                                .toList(),
                        Outcome.KEPT_WITHOUT_LOSS);
        };
    }

    private List<BranchSample> counted(List<BranchSample> samples, Outcome outcome) {
        counts.add(samples.isEmpty() ? Outcome.NOTHING_TO_TRAIN : outcome);
        return samples;
    }

    private List<BranchSample> build(Trace trace, Origin origin) {
        try {
            List<Branch> branches = trace.branches();
            List<List<SampleNode>> nodes = new ArrayList<>(branches.size());
            for (Branch branch : branches) {
                proveTokens(branch);
                proveImages(branch);
                nodes.add(nodes(branch));
            }
            return new BranchSampler(
                            trace.header().environment(), trace.header().temperature(), origin, TYPES)
                    .samples(nodes).stream().map(SampleBuilder::withProofs).toList();
        } catch (FoveaException refused) {
            counts.add(Outcome.REFUSED);
            throw refused;
        }
    }

    private static List<SampleNode> nodes(Branch branch) {
        List<SampleNode> nodes = new ArrayList<>(branch.nodes().size());
        for (int i = 0; i < branch.nodes().size(); i++) {
            MessageNode node = branch.nodes().get(i);
            nodes.add(SampleNode.of(branch.nodeIds().get(i), node));
        }
        return nodes;
    }

    /** Each sampled message's tokens, with all that came before, are those of the engine. */
    private void proveTokens(Branch branch) {
        RunningDigest ours = new RunningDigest();
        for (int i = 0; i < branch.nodes().size(); i++) {
            MessageNode node = branch.nodes().get(i);
            ours.add(node.ids());
            TokensDigest received = node.received();
            if (received != null && !proofs.check(Proof.SAMPLE_IDS, ours.is(received))) {
                throw new IdentityException(
                        ErrorCode.TOKEN_MISMATCH,
                        "tokens of message " + i + " of a branch are not those that the engine received and sampled",
                        "this rollout must not be trained");
            }
        }
    }

    /** Each message still has the images that it brought. */
    private void proveImages(Branch branch) {
        for (int i = 0; i < branch.nodes().size(); i++) {
            MessageNode node = branch.nodes().get(i);
            if (!proofs.check(
                    Proof.PLACEHOLDERS, node.images().size() == node.message().images())) {
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "message " + i + " of a branch brought "
                                + node.message().images() + " images and has "
                                + node.images().size() + " references",
                        "this rollout must not be trained");
            }
        }
    }

    /**
     * With the last image of each turn goes what the engine received and sampled in that turn: so the trainer can prove its tokens
     * as well, however they came to it.
     */
    private static BranchSample withProofs(BranchSample built) {
        List<ImageRef> references = new ArrayList<>(built.sample().images());
        List<List<Object>> turns = new ArrayList<>();
        int image = 0;
        int tokens = 0;
        for (SampleNode node : built.branch()) {
            if (!node.images().isEmpty()) {
                attach(references, image - 1, turns);
                image += node.images().size();
            }
            tokens += node.ids().size();
            if (node.received() != null) {
                turns.add(List.of(tokens, node.received().hex()));
            }
        }
        attach(references, image - 1, turns);
        return new BranchSample(built.sample().withImages(references), built.branch());
    }

    private static void attach(List<ImageRef> references, int last, List<List<Object>> turns) {
        if (last >= 0 && !turns.isEmpty()) {
            ImageRef image = references.get(last);
            references.set(
                    last,
                    new ImageRef(
                            image.item().withExtra(RawImageDescriptor.ENGINE_TOKENS, List.copyOf(turns)),
                            image.hash(),
                            image.placeholder()));
            turns.clear();
        }
    }
}
