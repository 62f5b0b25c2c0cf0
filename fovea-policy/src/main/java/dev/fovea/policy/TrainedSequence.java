package dev.fovea.policy;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.training.feed.TrainerBatch;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a packed row, by itself again, and cut behind the last token that a loss depends on.
 *
 * @param positions from 0 on
 * @param images that reach into it, with offsets into it
 * @param trained in order, at least one
 */
record TrainedSequence(TokenIds ids, Positions positions, List<Image> images, List<TrainedToken> trained) {

    /** An image of a sequence. */
    record Image(PlaceholderRange range, PixelPatches pixels) {}

    /** Tokens that must be computed: the last trained token is predicted, never read. */
    int length() {
        return trained.getLast().index();
    }

    Stretch stretch(Map<PixelDigest, Integer> firstRows) {
        List<Stretch.PlacedImage> placed = new ArrayList<>();
        for (Image image : images) {
            Integer row = firstRows.get(image.pixels().digest());
            if (row == null) {
                throw new IllegalStateException("image " + image.pixels().digest() + " was not encoded");
            }
            placed.add(new Stretch.PlacedImage(image.range(), row));
        }
        int[] asked = trained.stream().mapToInt(token -> token.index() - 1).toArray();
        return new Stretch(ids.toArray(), positions, placed, 0, length(), asked);
    }

    /** The samples of a row that train anything. */
    static List<TrainedSequence> of(TrainerBatch batch) {
        List<TrainedSequence> sequences = new ArrayList<>();
        int start = 0;
        for (int length : batch.rows().sequenceLengths()) {
            List<TrainedToken> trained = trained(batch.rows(), start, start + length);
            if (!trained.isEmpty()) {
                sequences.add(of(batch, start, trained));
            }
            start += length;
        }
        return sequences;
    }

    private static TrainedSequence of(TrainerBatch batch, int start, List<TrainedToken> trained) {
        int end = start + trained.getLast().index();
        Positions all = batch.positions();
        Positions positions = new Positions(
                all.time().slice(start, end),
                all.height().slice(start, end),
                all.width().slice(start, end));
        List<Image> images = new ArrayList<>();
        List<ImageRef> references = batch.rows().images();
        for (int i = 0; i < references.size(); i++) {
            PlaceholderRange range = references.get(i).placeholder();
            if (range.offset() >= start && range.offset() < end) {
                images.add(new Image(range.shifted(-start), batch.images().get(i)));
            }
        }
        TokenIds ids = batch.rows().inputIds().ids().slice(start, end);
        return new TrainedSequence(ids, positions, images, trained);
    }

    private static List<TrainedToken> trained(MicroBatch row, int start, int end) {
        List<TrainedToken> trained = new ArrayList<>();
        for (int i = start; i < end; i++) {
            if (!row.lossMask().get(i)) {
                continue;
            }
            if (i == start) {
                throw new IdentityException(
                        ErrorCode.INVALID_WIRE_DATA,
                        "token " + i + " of a packed row begins a sample and has a loss, but nothing predicts it",
                        "mask the first token of every sample");
            }
            refuseReference(row.streams().refKl(), i);
            double temperature = row.temperatures().get(i);
            trained.add(new TrainedToken(
                    i - start,
                    row.inputIds().ids().get(i),
                    // Greedy sampling reports the untempered distribution.
                    temperature > 0 ? temperature : 1,
                    row.advantages().get(i),
                    row.inferenceLogprobs().get(i),
                    weight(row.streams().rl(), i, 1),
                    weight(row.streams().ce(), i, 0)));
        }
        return trained;
    }

    private static double weight(@Nullable TokenValues stream, int token, double absent) {
        return stream == null ? absent : stream.get(token);
    }

    private static void refuseReference(@Nullable TokenValues stream, int token) {
        if (weight(stream, token, 0) != 0) {
            throw new IdentityException(
                    ErrorCode.INVALID_WIRE_DATA,
                    "token " + token + " of a packed row asks for a distance to a reference policy",
                    "the embedded learner has none: send samples without the ref_kl stream");
        }
    }
}
