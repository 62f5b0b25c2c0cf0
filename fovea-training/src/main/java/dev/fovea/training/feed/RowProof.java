package dev.fovea.training.feed;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.trace.TokensDigest;
import java.util.List;

/**
 * Whether a packed row is what the sampler saw, before any pixel is made: spans cover exactly the image-typed tokens, every image
 * stands where the prompt had it, and the tokens are those that the engine received and sampled, as far as the references tell.
 */
final class RowProof {

    private final ProofLedger proofs;

    RowProof(ProofLedger proofs) {
        this.proofs = proofs;
    }

    /**
     * Proves a row.
     *
     * @throws IdentityException where something is not as it was
     */
    void prove(MicroBatch row) {
        requirePlaceholders(coversTypes(row), "image spans do not cover exactly the image-typed tokens of a row");
        int image = 0;
        int start = 0;
        for (int length : row.sequenceLengths()) {
            while (image < row.images().size()
                    && row.images().get(image).placeholder().offset() < start + length) {
                proveImage(row, row.images().get(image), start, start + length);
                image++;
            }
            start += length;
        }
    }

    private static boolean coversTypes(MicroBatch row) {
        boolean[] covered = new boolean[row.size()];
        for (ImageRef image : row.images()) {
            PlaceholderRange range = image.placeholder();
            if (range.end() > row.size()) {
                return false;
            }
            for (int i = range.offset(); i < range.end(); i++) {
                covered[i] = true;
            }
        }
        TokenIds types = row.tokenTypes();
        boolean equal = types != null || row.images().isEmpty();
        for (int i = 0; types != null && i < row.size(); i++) {
            equal &= (types.get(i) == 1) == covered[i];
        }
        return equal;
    }

    private void proveImage(MicroBatch row, ImageRef image, int start, int end) {
        PlaceholderRange range = image.placeholder();
        requirePlaceholders(
                range.offset() >= start && range.end() <= end, "an image reaches across two samples of a row");
        if (image.item().extra(RawImageDescriptor.PROMPT_OFFSET) instanceof Number offset) {
            requirePlaceholders(
                    offset.longValue() == range.offset() - start,
                    "image " + image.item().rawImageUri() + " stands at token " + (range.offset() - start)
                            + " of its sample, and stood at " + offset + " of the prompt");
        }
        if (image.item().extra(RawImageDescriptor.ENGINE_TOKENS) instanceof List<?> turns) {
            turns.forEach(turn -> proveTokens(row, turn, start, end));
        }
    }

    private void requirePlaceholders(boolean holds, String otherwise) {
        if (!proofs.check(Proof.PLACEHOLDERS, holds)) {
            throw new IdentityException(ErrorCode.PLACEHOLDER_MISMATCH, otherwise, "this row must not be trained");
        }
    }

    /** A turn that was cut off when the sample was truncated has nothing to prove any more. */
    private void proveTokens(MicroBatch row, Object turn, int start, int end) {
        if (!(turn instanceof List<?> pair)
                || pair.size() != 2
                || !(pair.get(0) instanceof Number tokens)
                || !(pair.get(1) instanceof String engine)
                || tokens.longValue() > end - start) {
            return;
        }
        TokenIds ours = row.inputIds().ids().slice(start, start + tokens.intValue());
        if (!proofs.check(
                Proof.SAMPLE_IDS, TokensDigest.of(ours, TokenIds.empty()).hex().equals(engine))) {
            throw new IdentityException(
                    ErrorCode.TOKEN_MISMATCH,
                    "tokens " + start + " to " + (start + tokens.intValue())
                            + " of a row are not those that the engine received and sampled",
                    "this row must not be trained");
        }
    }
}
