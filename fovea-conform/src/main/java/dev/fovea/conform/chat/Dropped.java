package dev.fovea.conform.chat;

import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records in which the reference leaves something out without a word, and ours refuses, naming the place. Proof: without what
 * stands there, ours gives the reference's answer.
 */
final class Dropped {

    static final String REASON = "refused, naming the place, what the reference drops";

    private static final Pattern PLACE = Pattern.compile("^message (\\d+)(?: part (\\d+)| ([a-z_]+\\b(?= is)))?.*");

    /** No record holds more places than this. */
    private static final int MOST = 200;

    private Dropped() {}

    static Verdict check(
            JsonNode messages,
            RequestException first,
            Function<JsonNode, RenderedTokens> render,
            Row row,
            CorpusFamily family) {
        ArrayNode less = (ArrayNode) messages.deepCopy();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < less.size(); i++) {
            kept.add(i);
        }
        RequestException refusal = first;
        for (int i = 0; i < MOST; i++) {
            if (!remove(less, kept, refusal.what())) {
                return new Verdict.Differs("refused without a place: " + refusal.getMessage());
            }
            try {
                Function<JsonNode, RenderedTokens> renumbered = some -> Renumbered.of(render.apply(some), kept, row);
                RenderedTokens actual = renumbered.apply(less);
                return !(RenderCheck.judge(family, row, actual, less, renumbered) instanceof Verdict.Differs)
                        ? new Verdict.Apart(REASON)
                        : new Verdict.Differs("refused: " + first.what() + "; without that: "
                                + Alignment.difference(family, row, actual));
            } catch (RequestException e) {
                refusal = e;
            }
        }
        return new Verdict.Differs("refused again and again: " + refusal.what());
    }

    /** Takes out what a refusal names; a message that was taken out keeps its number for the others. */
    private static boolean remove(ArrayNode messages, List<Integer> kept, String refusal) {
        Matcher place = PLACE.matcher(refusal);
        if (!place.matches()) {
            return false;
        }
        int at = Integer.parseInt(place.group(1));
        if (place.group(2) != null) {
            // an empty text in its place: the numbers of the parts stay
            ((ArrayNode) messages.get(at).path("content")).set(Integer.parseInt(place.group(2)), "");
        } else if (place.group(3) != null && messages.get(at).has(place.group(3))) {
            ((ObjectNode) messages.get(at)).remove(place.group(3));
        } else {
            messages.remove(at);
            kept.remove(at);
        }
        return true;
    }
}
