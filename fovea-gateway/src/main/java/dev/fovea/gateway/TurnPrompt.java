package dev.fovea.gateway;

import dev.fovea.chat.Attribution;
import dev.fovea.chat.Bridge;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenMask;
import dev.fovea.trace.PendingTurn;
import dev.fovea.trace.PreviousTurn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a turn's prompt, with the end of each message.
 *
 * @param messageEnds for each message the index after its last token; 0 for messages that a bridge did not render again
 * @param bridged whether the previous turn's tokens were continued
 * @param bridgeRefusal why they were not, where a sampled turn was there to continue
 */
record TurnPrompt(
        ExpandedIds ids,
        List<Integer> messageEnds,
        TokenMask content,
        MultiModalData images,
        boolean bridged,
        @Nullable String bridgeRefusal) {

    /** Continues the sampled turn that the prompt follows; renders everything where there is none or the family refuses. */
    static TurnPrompt make(Renderer renderer, Conversation conversation, PendingTurn turn) {
        Optional<PreviousTurn> previous = turn.previous();
        if (previous.isEmpty()) {
            return whole(renderer, conversation, null);
        }
        Bridge bridge = renderer.bridge(
                previous.get().prompt(),
                previous.get().completion(),
                previous.get().images(),
                conversation
                        .messages()
                        .subList(turn.tailStart(), conversation.messages().size()));
        return switch (bridge) {
            case Bridge.Extended extended ->
                of(extended.prompt(), conversation.messages().size(), turn.tailStart(), true, null);
            case Bridge.Refused refused ->
                whole(renderer, conversation, refused.cause().name().toLowerCase(Locale.ROOT));
        };
    }

    private static TurnPrompt whole(Renderer renderer, Conversation conversation, @Nullable String refusal) {
        RenderedTokens rendered = renderer.renderPrompt(conversation);
        return of(rendered, conversation.messages().size(), 0, false, refusal);
    }

    private static TurnPrompt of(
            RenderedTokens rendered, int messages, int firstRendered, boolean bridged, @Nullable String refusal) {
        return new TurnPrompt(
                rendered.ids(),
                ends(rendered, messages, firstRendered),
                rendered.content(),
                rendered.images(),
                bridged,
                refusal);
    }

    /** A message ends behind its last token; one without tokens ends where the one before does. */
    static List<Integer> ends(RenderedTokens rendered, int messages, int firstRendered) {
        List<Integer> ends = new ArrayList<>(Collections.nCopies(messages, 0));
        for (Attribution.Run run : rendered.attribution().runs()) {
            int message = run.origin().message();
            if (message != RenderedTokens.SCAFFOLD) {
                ends.set(firstRendered + message, run.end());
            }
        }
        for (int i = firstRendered + 1; i < messages; i++) {
            ends.set(i, Math.max(ends.get(i), ends.get(i - 1)));
        }
        return ends;
    }
}
