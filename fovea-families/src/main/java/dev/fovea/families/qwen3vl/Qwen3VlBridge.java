package dev.fovea.families.qwen3vl;

import dev.fovea.chat.Bridge;
import dev.fovea.chat.Bridge.Cause;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Origin;
import dev.fovea.chat.ReasoningBoundary;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.util.List;
import java.util.Optional;

/** The next prompt out of the previous turn's own ids. Section 12 of the renderer specification. */
record Qwen3VlBridge(Tokenizer tokenizer, Qwen3VlSettings settings, Qwen3VlTokens tokens, Qwen3VlParser parser) {

    Bridge extend(ExpandedIds prompt, TokenIds completion, MultiModalData images, List<Message> newMessages) {
        Optional<Cause> refusal = refusal(prompt, completion, newMessages);
        if (refusal.isPresent()) {
            return new Bridge.Refused(refusal.get());
        }
        checkPads(prompt, images);
        TokenIds closed = closed(completion, leftOpen(prompt, completion));
        ExpandedIds prior = new ExpandedIds(prompt.ids().concat(closed));
        TokenEmitter out = new TokenEmitter(tokenizer, prior, images);
        // a rendered turn has this newline behind its last token; an engine never returns it
        out.text("\n", Origin.scaffold());
        Qwen3VlTemplate template = new Qwen3VlTemplate(tokens, settings, out);
        for (int i = 0; i < newMessages.size(); i++) {
            template.message(newMessages, i);
        }
        template.generationPrompt();
        return new Bridge.Extended(out.finish());
    }

    /** A sidecar that does not fit its prompt would send pads without pixels, or pixels without pads. */
    private void checkPads(ExpandedIds prompt, MultiModalData images) {
        for (PlaceholderRange range : images.placeholders()) {
            boolean fits = range.end() <= prompt.size()
                    && prompt.ids().slice(range.offset(), range.end()).stream()
                            .allMatch(id -> id == tokens.vision().imagePad());
            if (!fits) {
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "an image of the previous turn claims tokens " + range.offset() + " to " + range.end()
                                + " of its prompt, which are not its pads",
                        "prompt and images must come from the same turn");
            }
        }
    }

    private Optional<Cause> refusal(ExpandedIds prompt, TokenIds completion, List<Message> newMessages) {
        if (prompt.size() == 0 || newMessages.isEmpty()) {
            return Optional.of(Cause.NOTHING_TO_JOIN);
        }
        for (Message message : newMessages) {
            if (message instanceof AssistantMessage) {
                return Optional.of(Cause.ASSISTANT_IN_TAIL);
            }
            if (message instanceof SystemMessage) {
                return Optional.of(Cause.SYSTEM_IN_TAIL);
            }
        }
        return leftOpen(prompt, completion) && lastStop(completion) >= 0
                ? Optional.of(Cause.REASONING_LEFT_OPEN)
                : Optional.empty();
    }

    private boolean leftOpen(ExpandedIds prompt, TokenIds completion) {
        return parser.boundary(prompt, completion).kind() == ReasoningBoundary.Kind.OPEN;
    }

    /** The completion up to its last stop token, or closed by the tokens that were missing when it was cut off. */
    private TokenIds closed(TokenIds completion, boolean leftOpen) {
        int stop = lastStop(completion);
        if (stop >= 0) {
            return completion.slice(0, stop + 1);
        }
        TokenIds closing = leftOpen ? TokenIds.of(tokens.thinkEnd(), tokens.turnEnd()) : TokenIds.of(tokens.turnEnd());
        return completion.concat(closing);
    }

    private int lastStop(TokenIds completion) {
        int at = completion.size() - 1;
        while (at >= 0 && !tokens.stops().contains(completion.get(at))) {
            at--;
        }
        return at;
    }
}
