package dev.fovea.engine;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.AnswerMismatchException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;

/**
 * Proves a prompt before an engine has it, and what the engine says of it afterwards. Stock servers accept pads without images, spans
 * at the wrong place and ids expanded twice without a word (measured). Thread safe.
 */
public final class PromptProof {

    private final int imagePad;
    private final ProofLedger proofs;

    /**
     * A proof for one family.
     *
     * @param imagePad the family's pad id
     */
    public PromptProof(int imagePad, ProofLedger proofs) {
        this.imagePad = imagePad;
        this.proofs = proofs;
    }

    /**
     * Every image fills exactly one run of pads.
     *
     * @throws IdentityException {@code placeholder_mismatch}
     */
    public void spans(ExpandedIds prompt, MultiModalData images) {
        for (SidecarImage image : images.images()) {
            if (!proofs.check(Proof.PLACEHOLDERS, isRunOfPads(prompt.ids(), images, image.placeholder()))) {
                PlaceholderRange range = image.placeholder();
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "tokens " + range.offset() + " to " + range.end()
                                + " of the prompt are not the pads of one image",
                        "render the prompt again; this one was not sent");
            }
        }
    }

    /** All pads, and none before or behind that is nobody's. */
    private boolean isRunOfPads(TokenIds prompt, MultiModalData images, PlaceholderRange range) {
        return range.end() <= prompt.size()
                && prompt.slice(range.offset(), range.end()).stream().allMatch(id -> id == imagePad)
                && (!isPad(prompt, range.offset() - 1) || isCovered(images, range.offset() - 1))
                && (!isPad(prompt, range.end()) || isCovered(images, range.end()));
    }

    private boolean isPad(TokenIds prompt, int token) {
        return isId(prompt, token, imagePad);
    }

    private static boolean isCovered(MultiModalData images, int token) {
        return images.placeholders().stream().anyMatch(range -> range.offset() <= token && token < range.end());
    }

    /**
     * No image of the prompt was left out of the images. One pad among text is text that a policy sampled; several, or one that is
     * framed as an image is, are an image that got lost, of which a server makes a blind model.
     *
     * @param start id in front of an image's pads
     * @param end id behind them
     * @throws IdentityException {@code placeholder_mismatch}
     */
    public void noLostImage(ExpandedIds prompt, MultiModalData images, int start, int end) {
        TokenIds ids = prompt.ids();
        int token = 0;
        for (PlaceholderRange range : images.placeholders()) {
            requireText(ids, token, Math.min(range.offset(), ids.size()), start, end);
            token = range.end();
        }
        requireText(ids, token, ids.size(), start, end);
    }

    private void requireText(TokenIds ids, int first, int to, int start, int end) {
        for (int token = first; token < to; token++) {
            boolean framed = isId(ids, token - 1, start) && isId(ids, token + 1, end);
            if (isPad(ids, token) && (framed || isPad(ids, token + 1))) {
                proofs.check(Proof.PLACEHOLDERS, false);
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "from token " + token + " on the prompt has the pads of an image, and no image for them",
                        "send each image with its pads; this prompt was not sent");
            }
        }
    }

    private static boolean isId(TokenIds ids, int token, int id) {
        return token >= 0 && token < ids.size() && ids.get(token) == id;
    }

    /**
     * The engine used the ids and ranges that it was given.
     *
     * @throws AnswerMismatchException {@code token_mismatch} or {@code placeholder_mismatch}
     */
    public void echo(ExpandedIds prompt, MultiModalData images, PromptEcho echo) {
        int difference = prompt.ids().mismatch(echo.prompt().ids());
        if (!proofs.check(Proof.PROMPT_IDS, difference < 0)) {
            throw new AnswerMismatchException(
                    ErrorCode.TOKEN_MISMATCH,
                    "the engine's prompt differs from ours from token " + difference + " on",
                    "an engine that rewrites prompts cannot be trained on; check its version and flags");
        }
        boolean equal = images.placeholders().equals(echo.placeholders())
                && (echo.pixels().isEmpty()
                        || echo.pixels().size() == images.images().size());
        if (!proofs.check(Proof.PLACEHOLDERS, equal)) {
            throw new AnswerMismatchException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "the engine placed " + echo.placeholders().size() + " images, not as the prompt does",
                    "check the engine's version and flags");
        }
    }
}
