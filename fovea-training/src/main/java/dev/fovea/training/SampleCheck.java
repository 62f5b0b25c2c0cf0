package dev.fovea.training;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a sample holds together: equal lengths, image spans that cover exactly the image-typed tokens, one family. */
final class SampleCheck {

    /** The pseudo environment under which monitors sum up; no environment may be called so. */
    private static final String RESERVED_ENV = "all";

    private static final int IMAGE = 1;

    private SampleCheck() {}

    static void check(TrainingSample sample) {
        checkLengths(sample);
        if (RESERVED_ENV.equals(sample.envName())) {
            throw invalid("environment name \"all\" is reserved", "rename the environment");
        }
        checkImages(sample.images(), sample.tokenTypes(), sample.size());
    }

    private static void checkLengths(TrainingSample sample) {
        LossStreams streams = sample.streams();
        boolean even = sample.size() > 0
                && sample.mask().size() == sample.size()
                && sample.logprobs().size() == sample.size()
                && sample.temperatures().size() == sample.size()
                && Stream.of(sample.advantages(), streams.rl(), streams.ce(), streams.refKl())
                        .filter(Objects::nonNull)
                        .mapToInt(TokenValues::size)
                        .allMatch(size -> size == sample.size());
        if (!even) {
            throw invalid(
                    "a sample of " + sample.size() + " tokens has a list of another length", "rebuild the sample");
        }
        if (sample.advantages() == null && trainsByAdvantage(sample)) {
            throw invalid(
                    "a sample of " + sample.envName() + " has reinforcement-learning tokens but no advantages",
                    "score its group first");
        }
    }

    private static boolean trainsByAdvantage(TrainingSample sample) {
        TokenValues rl = sample.streams().rl();
        for (int i = 0; i < sample.size(); i++) {
            if (sample.mask().get(i) && (rl == null || rl.get(i) != 0)) {
                return true;
            }
        }
        return false;
    }

    /** Pads without image data, or image data without pads, would train a blind model: both are errors. */
    private static void checkImages(List<ImageRef> images, @Nullable TokenIds types, int size) {
        if (types == null) {
            if (!images.isEmpty()) {
                throw mismatch(images.size() + " images without token types");
            }
            return;
        }
        if (types.size() != size) {
            throw mismatch(types.size() + " token types for " + size + " tokens");
        }
        int next = 0;
        for (ImageRef image : images) {
            PlaceholderRange range = image.placeholder();
            if (range.offset() < next || range.end() > size) {
                throw mismatch("image at " + range.offset() + " with " + range.length() + " tokens does not fit");
            }
            if (!image.item().family().equals(images.getFirst().item().family())) {
                throw mismatch("images of two families in one sample");
            }
            requireTypes(types, next, range.offset(), 0);
            requireTypes(types, range.offset(), range.end(), IMAGE);
            next = range.end();
        }
        requireTypes(types, next, size, 0);
    }

    private static void requireTypes(TokenIds types, int from, int to, int type) {
        for (int i = from; i < to; i++) {
            if (types.get(i) != type) {
                throw mismatch("token " + i + " has type " + types.get(i) + " where the image spans say " + type);
            }
        }
    }

    private static RequestException invalid(String what, String remedy) {
        return new RequestException(ErrorCode.INVALID_REQUEST, what, remedy);
    }

    private static IdentityException mismatch(String what) {
        return new IdentityException(
                ErrorCode.PLACEHOLDER_MISMATCH,
                what,
                "offsets drifted from the tokens; this sample must not be trained");
    }
}
