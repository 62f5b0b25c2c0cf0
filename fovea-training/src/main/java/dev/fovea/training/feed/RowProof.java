package dev.fovea.training.feed;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.trace.TokensDigest;
import java.util.Arrays;
import java.util.OptionalLong;

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
        RowNumbers.require(row);
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
        int[] covered = new int[row.size()];
        int next = 0;
        for (ImageRef image : row.images()) {
            PlaceholderRange range = image.placeholder();
            // pixels are laid out in the order of the references: another order than the tokens' would swap pictures
            if (range.offset() < next || range.end() > row.size()) {
                return false;
            }
            Arrays.fill(covered, range.offset(), range.end(), 1);
            next = range.end();
        }
        TokenIds types = row.tokenTypes();
        return types == null ? row.images().isEmpty() : types.equals(TokenIds.of(covered));
    }

    private void proveImage(MicroBatch row, ImageRef image, int start, int end) {
        PlaceholderRange range = image.placeholder();
        requirePlaceholders(
                range.offset() >= start && range.end() <= end, "an image reaches across two samples of a row");
        OptionalLong promised = ImageFacts.promptOffset(image);
        requirePlaceholders(
                promised.isEmpty() || promised.getAsLong() == range.offset() - start,
                "image " + image.item().rawImageUri() + " stands at token " + (range.offset() - start)
                        + " of its sample, and stood at " + promised.orElse(0) + " of the prompt");
        ImageFacts.engineTokens(image).forEach(turn -> proveTokens(row, turn, start, end));
    }

    private void requirePlaceholders(boolean holds, String otherwise) {
        if (!proofs.check(Proof.PLACEHOLDERS, holds)) {
            throw new IdentityException(ErrorCode.PLACEHOLDER_MISMATCH, otherwise, "this row must not be trained");
        }
    }

    /** A turn that was cut off when the sample was truncated has nothing to prove any more. */
    private void proveTokens(MicroBatch row, ImageFacts.EngineTokens turn, int start, int end) {
        if (turn.tokens() > end - start) {
            return;
        }
        int tokens = (int) turn.tokens();
        TokenIds ours = row.inputIds().ids().slice(start, start + tokens);
        if (!proofs.check(
                Proof.SAMPLE_IDS, TokensDigest.of(ours, TokenIds.empty()).hex().equals(turn.sha256()))) {
            throw new IdentityException(
                    ErrorCode.TOKEN_MISMATCH,
                    "tokens " + start + " to " + (start + tokens)
                            + " of a row are not those that the engine received and sampled",
                    "this row must not be trained");
        }
    }
}
