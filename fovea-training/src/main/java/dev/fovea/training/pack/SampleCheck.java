package dev.fovea.training.pack;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a sample holds together: equal lengths, image spans that cover exactly the image-typed tokens, one family. */
final class SampleCheck {

    /** The pseudo environment under which monitors sum up; no environment may be called so. */
    private static final String RESERVED_ENV = "all";

    private final TrainingSample sample;
    private final int index;

    private SampleCheck(TrainingSample sample, int index) {
        this.sample = sample;
        this.index = index;
    }

    /** What is wrong with a sample first; empty where nothing is. */
    static Optional<RefusedSample> fault(TrainingSample sample, int index) {
        SampleCheck check = new SampleCheck(sample, index);
        return check.names()
                .or(check::lengths)
                .or(check::scores)
                .or(check::images)
                .or(check::types);
    }

    private Optional<RefusedSample> names() {
        if (sample.size() == 0) {
            return refused(SampleFault.EMPTY, "it has no tokens");
        }
        return RESERVED_ENV.equals(sample.envName())
                ? refused(SampleFault.RESERVED_NAME, "environment name \"all\" is reserved")
                : Optional.empty();
    }

    private Optional<RefusedSample> lengths() {
        LossStreams streams = sample.streams();
        return uneven("mask", sample.mask().size())
                .or(() -> uneven("logprobs", sample.logprobs().size()))
                .or(() -> uneven("temperatures", sample.temperatures().size()))
                .or(() -> uneven("ref_logprobs", sample.refLogprobs()))
                .or(() -> uneven("rl_weights", streams.rl()))
                .or(() -> uneven("ce_weights", streams.ce()))
                .or(() -> uneven("ref_kl_weights", streams.refKl()))
                .or(() -> uneven("advantages", sample.advantages()))
                .or(() -> sample.routedExperts() == null
                        ? Optional.empty()
                        : uneven("routed_experts", sample.routedExperts().tokens()))
                .or(() -> sample.tokenTypes() == null
                        ? Optional.empty()
                        : uneven("mm_token_type_ids", sample.tokenTypes().size()));
    }

    private Optional<RefusedSample> uneven(String name, @Nullable TokenValues values) {
        return values == null ? Optional.empty() : uneven(name, values.size());
    }

    private Optional<RefusedSample> uneven(String name, int found) {
        return found == sample.size()
                ? Optional.empty()
                : refused(SampleFault.UNEVEN, name + " has " + found + " entries for " + sample.size() + " tokens");
    }

    private Optional<RefusedSample> scores() {
        return sample.advantages() == null && trainsByAdvantage()
                ? refused(
                        SampleFault.UNSCORED,
                        "it comes from " + sample.envName()
                                + " and has reinforcement-learning tokens but no advantages")
                : Optional.empty();
    }

    private boolean trainsByAdvantage() {
        TokenValues rl = sample.streams().rl();
        if (rl == null) {
            return sample.mask().count() > 0;
        }
        double[] weights = rl.toArray();
        boolean[] mask = sample.mask().toArray();
        for (int i = 0; i < mask.length; i++) {
            if (mask[i] && weights[i] != 0) {
                return true;
            }
        }
        return false;
    }

    /** Spans in order and inside, of one family. */
    private Optional<RefusedSample> images() {
        List<ImageRef> images = sample.images();
        if (!images.isEmpty() && sample.tokenTypes() == null) {
            return refused(SampleFault.DRIFTED, images.size() + " images without mm_token_type_ids");
        }
        int next = 0;
        for (ImageRef image : images) {
            PlaceholderRange range = image.placeholder();
            if (range.offset() < next || range.end() > sample.size()) {
                return refused(
                        SampleFault.DRIFTED,
                        "an image of " + range.length() + " tokens at " + range.offset() + " does not fit");
            }
            if (!image.item().family().equals(images.getFirst().item().family())) {
                return refused(SampleFault.TWO_FAMILIES, "its images are of two families");
            }
            next = range.end();
        }
        return Optional.empty();
    }

    /** Pads without image data, or image data without pads, would train a blind model: both are errors. */
    private Optional<RefusedSample> types() {
        TokenIds types = sample.tokenTypes();
        if (types == null) {
            return Optional.empty();
        }
        int drifted = TypeSpans.firstOutside(types, sample.images());
        return drifted < 0
                ? Optional.empty()
                : refused(
                        SampleFault.DRIFTED,
                        "token " + drifted + " has type " + types.get(drifted)
                                + " where the image spans say otherwise");
    }

    private Optional<RefusedSample> refused(SampleFault fault, String what) {
        return Optional.of(new RefusedSample(index, fault, what));
    }
}
