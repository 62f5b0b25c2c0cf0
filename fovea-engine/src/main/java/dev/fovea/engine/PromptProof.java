package dev.fovea.engine;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
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
        return token >= 0 && token < prompt.size() && prompt.get(token) == imagePad;
    }

    private static boolean isCovered(MultiModalData images, int token) {
        return images.placeholders().stream().anyMatch(range -> range.offset() <= token && token < range.end());
    }

    /**
     * No pad stands outside an image's place. For servers, which make a blind model of such a pad or move every image behind it; the
     * embedded engine reads a pad that a policy sampled as the text that it is.
     *
     * @throws IdentityException {@code placeholder_mismatch}
     */
    public void noFreePad(ExpandedIds prompt, MultiModalData images) {
        int free = 0;
        for (PlaceholderRange range : images.placeholders()) {
            requireNoPad(prompt.ids(), free, range.offset());
            free = range.end();
        }
        requireNoPad(prompt.ids(), free, prompt.size());
    }

    private void requireNoPad(TokenIds prompt, int start, int end) {
        for (int token = start; token < end; token++) {
            if (isPad(prompt, token)) {
                proofs.check(Proof.PLACEHOLDERS, false);
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "token " + token + " of the prompt is a pad that belongs to no image",
                        "send each image with its pads; this prompt was not sent");
            }
        }
    }

    /**
     * The engine used the ids and ranges that it was given.
     *
     * @throws IdentityException {@code token_mismatch} or {@code placeholder_mismatch}
     */
    public void echo(ExpandedIds prompt, MultiModalData images, PromptEcho echo) {
        int difference = prompt.ids().mismatch(echo.prompt().ids());
        if (!proofs.check(Proof.PROMPT_IDS, difference < 0)) {
            throw new IdentityException(
                    ErrorCode.TOKEN_MISMATCH,
                    "the engine's prompt differs from ours from token " + difference + " on",
                    "an engine that rewrites prompts cannot be trained on; check its version and flags");
        }
        boolean equal = images.placeholders().equals(echo.placeholders())
                && (echo.pixels().isEmpty()
                        || echo.pixels().size() == images.images().size());
        if (!proofs.check(Proof.PLACEHOLDERS, equal)) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "the engine placed " + echo.placeholders().size() + " images, not as the prompt does",
                    "check the engine's version and flags");
        }
    }
}
