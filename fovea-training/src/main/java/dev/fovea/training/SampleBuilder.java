package dev.fovea.training;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.trace.Branch;
import dev.fovea.trace.MessageNode;
import dev.fovea.trace.Origin;
import dev.fovea.trace.TokensDigest;
import dev.fovea.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Traces to samples: one a branch that has something to train. A message that several branches share is trained in the first
 * of them only. Every sample is compared with what the engine says that it received and sampled.
 */
public final class SampleBuilder {

    private final ProofLedger proofs;

    public SampleBuilder(ProofLedger proofs) {
        this.proofs = proofs;
    }

    /** Samples of what a policy sampled. */
    public List<TrainingSample> sampled(Trace trace) {
        return build(trace, Origin.SAMPLED);
    }

    /** Samples of what was demonstrated, with cross entropy as their only loss. */
    public List<TrainingSample> demonstrations(Trace trace) {
        return build(trace, Origin.DEMONSTRATED);
    }

    private List<TrainingSample> build(Trace trace, Origin origin) {
        Set<Integer> trained = new HashSet<>();
        List<TrainingSample> samples = new ArrayList<>();
        for (Branch branch : trace.branches()) {
            proveTokens(branch);
            proveImages(branch);
            TokenMask mask = mask(branch, origin, trained);
            if (mask.count() > 0) {
                samples.add(sample(trace, branch, mask, origin));
            }
        }
        return samples;
    }

    private static TokenMask mask(Branch branch, Origin origin, Set<Integer> trained) {
        TokenMask mask = TokenMask.filled(0, false);
        for (int i = 0; i < branch.nodes().size(); i++) {
            MessageNode node = branch.nodes().get(i);
            boolean trains =
                    node.origin() == origin && trained.add(branch.nodeIds().get(i));
            mask = mask.concat(
                    trains ? node.mask() : TokenMask.filled(node.ids().size(), false));
        }
        return mask;
    }

    /** Each sampled message's tokens, with all that came before, are those of the engine. */
    private void proveTokens(Branch branch) {
        for (int i = 0; i < branch.nodes().size(); i++) {
            TokensDigest received = branch.nodes().get(i).received();
            if (received == null) {
                continue;
            }
            TokensDigest ours = TokensDigest.of(branch.prefix(i + 1), TokenIds.empty());
            if (!proofs.check(Proof.SAMPLE_IDS, ours.equals(received))) {
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

    private static TrainingSample sample(Trace trace, Branch branch, TokenMask mask, Origin origin) {
        ExpandedIds ids = branch.ids();
        MultiModalData images = branch.images();
        boolean imitates = origin == Origin.DEMONSTRATED;
        return new TrainingSample(
                ids,
                mask,
                branch.logprobs(),
                TokenValues.filled(ids.size(), imitates ? 1.0 : trace.header().temperature()),
                trace.header().environment(),
                null,
                references(branch),
                null,
                types(images, ids.size()),
                imitates ? LossStreams.crossEntropy(mask) : LossStreams.none(),
                imitates ? TokenValues.filled(ids.size(), 0.0) : null);
    }

    /**
     * The images, and with the last of each turn what the engine received and sampled in that turn: so the trainer can prove its
     * tokens as well, however they came to it.
     */
    private static List<ImageRef> references(Branch branch) {
        List<ImageRef> references = new ArrayList<>();
        List<List<Object>> turns = new ArrayList<>();
        int tokens = 0;
        for (MessageNode node : branch.nodes()) {
            for (SidecarImage image : node.images()) {
                attach(references, turns);
                references.add(new ImageRef(image.item(), image.hash(), image.placeholder()));
            }
            tokens += node.ids().size();
            if (node.received() != null) {
                turns.add(List.of(tokens, node.received().hex()));
            }
        }
        attach(references, turns);
        return references;
    }

    private static void attach(List<ImageRef> references, List<List<Object>> turns) {
        if (!references.isEmpty() && !turns.isEmpty()) {
            ImageRef last = references.removeLast();
            references.add(new ImageRef(
                    last.item().withExtra(RawImageDescriptor.ENGINE_TOKENS, List.copyOf(turns)),
                    last.hash(),
                    last.placeholder()));
            turns.clear();
        }
    }

    /** From the spans, never from ids: a sampled pad is text. */
    private static @Nullable TokenIds types(MultiModalData images, int size) {
        if (images.isEmpty()) {
            return null;
        }
        int[] types = new int[size];
        images.placeholders().forEach(range -> Arrays.fill(types, range.offset(), range.end(), 1));
        return TokenIds.of(types);
    }
}
