package dev.fovea.chat;

import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The next prompt out of the previous turn's own ids. Section 12 of the renderer specification. */
record TurnBridge(Tokenizer tokenizer, ChatTemplate template, CompletionParser parser, OptionalInt imagePad) {

    Bridge extend(ExpandedIds prompt, TokenIds completion, MultiModalData images, List<Message> newMessages) {
        if (prompt.size() == 0 || newMessages.isEmpty()) {
            return new Bridge.Refused(Cause.NOTHING_TO_JOIN);
        }
        boolean open = parser.boundary(prompt.ids(), completion).kind() == ReasoningBoundary.Kind.OPEN;
        int stop = lastStop(completion);
        Optional<Cause> refusal = refusal(prompt, images, newMessages, open && stop >= 0);
        if (refusal.isPresent()) {
            return new Bridge.Refused(refusal.get());
        }
        checkPads(prompt, images);
        ExpandedIds prior = new ExpandedIds(prompt.ids().concat(closed(completion, stop, open)));
        TokenEmitter out = new TokenEmitter(tokenizer, prior, images);
        template.continuation(newMessages, out);
        template.generationPrompt(out);
        return new Bridge.Extended(out.finish(newMessages));
    }

    private Optional<Cause> refusal(
            ExpandedIds prompt, MultiModalData images, List<Message> newMessages, boolean stoppedInReasoning) {
        if (newMessages.stream().anyMatch(AssistantMessage.class::isInstance)) {
            return Optional.of(Cause.ASSISTANT_IN_TAIL);
        }
        if (stoppedInReasoning) {
            return Optional.of(Cause.REASONING_LEFT_OPEN);
        }
        if (template.numbersImages() && images.isEmpty() && holdsPads(prompt)) {
            return Optional.of(Cause.EARLIER_IMAGES_UNKNOWN);
        }
        return template.bridgeRefusal(newMessages);
    }

    private boolean holdsPads(ExpandedIds prompt) {
        return imagePad.isPresent() && prompt.ids().stream().anyMatch(id -> id == imagePad.getAsInt());
    }

    /**
     * A sidecar that does not fit its prompt would send pads without pixels, or pixels without pads. Both ends of every run are
     * looked at, with what stands around them: all pads of a long history would be more work than the turn itself.
     */
    private void checkPads(ExpandedIds prompt, MultiModalData images) {
        for (SidecarImage image : images.images()) {
            PlaceholderRange range = image.placeholder();
            boolean fits = range.end() <= prompt.size()
                    && isPad(prompt, range.offset())
                    && isPad(prompt, range.end() - 1)
                    && !isPad(prompt, range.offset() - 1)
                    && !isPad(prompt, range.end());
            if (!fits) {
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "an image of the previous turn claims tokens " + range.offset() + " to " + range.end()
                                + " of its prompt, which are not its pads",
                        "prompt and images must come from the same turn");
            }
        }
    }

    private boolean isPad(ExpandedIds prompt, int token) {
        return imagePad.isPresent()
                && token >= 0
                && token < prompt.size()
                && prompt.ids().get(token) == imagePad.getAsInt();
    }

    /** The completion up to its last stop token, or closed by the tokens that were missing when it was cut off. */
    private TokenIds closed(TokenIds completion, int stop, boolean open) {
        if (stop >= 0) {
            return completion.slice(0, stop + 1);
        }
        TokenIds closed = open ? completion.concat(parser.closing()) : completion;
        return closed.concat(TokenIds.of(parser.markers().canonicalStop()));
    }

    private int lastStop(TokenIds completion) {
        int at = completion.size() - 1;
        while (at >= 0 && !parser.markers().stops().contains(completion.get(at))) {
            at--;
        }
        return at;
    }
}
