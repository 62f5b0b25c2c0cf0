package dev.fovea.conform.chat;

import dev.fovea.chat.Origin;
import dev.fovea.chat.RenderedTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** With {@code thinking} false, Kimi-K2.5's reference still prints the open turns' reasoning; ours prints none. */
final class UnspokenReasoning {

    static final String REASON = "dev:thinking-false";

    private UnspokenReasoning() {}

    /**
     * Proof in two steps: with {@code thinking} true, ours is the reference's answer, but for the end of the generation prompt;
     * and ours with {@code thinking} false is that without what stands between an assistant's marks of reasoning.
     */
    static Verdict check(CorpusFamily family, Row row, RenderedTokens actual, Function<Row, RenderedTokens> render) {
        Row thinking = thinking(row);
        RenderedTokens spoken = render.apply(thinking);
        Verdict verdict = Comparison.compare(family, thinking, spoken, 0)
                .orElseGet(() -> Alignment.check(family, thinking, spoken, 0));
        if (verdict instanceof Verdict.Differs) {
            return verdict;
        }
        if (!silenced(family, row, spoken).equals(tokens(actual))) {
            return new Verdict.Differs("without the reasoning, it is not the same otherwise");
        }
        return new Verdict.Apart(
                verdict instanceof Verdict.Apart(String also) && !also.equals(REASON) ? REASON + ", " + also : REASON);
    }

    /** The same record, with the switch on. */
    private static Row thinking(Row row) {
        ObjectNode asked = (ObjectNode) row.asked().deepCopy();
        if (row.flag("add_generation_prompt")) {
            ArrayNode ids = (ArrayNode) asked.path("token_ids");
            ids.remove(ids.size() - 1);
            for (String runs : List.of("message_indices", "sampled_mask", "is_content")) {
                ArrayNode all = (ArrayNode) asked.path(runs);
                ArrayNode last = (ArrayNode) all.path(all.size() - 1);
                last.set(1, last.path(1).asInt() - 1);
            }
        }
        Row changed = row.asking(asked);
        ((ObjectNode) changed.json().path("config")).put("thinking", true);
        return changed;
    }

    private record Token(int id, Origin origin) {}

    private static List<Token> silenced(CorpusFamily family, Row row, RenderedTokens spoken) {
        List<Token> silenced = new ArrayList<>();
        boolean inside = false;
        for (Token token : tokens(spoken)) {
            inside &= token.id != family.id("</think>");
            if (!inside) {
                silenced.add(token);
            }
            inside |= token.id == family.id("<think>") && token.origin.sampled();
        }
        if (row.flag("add_generation_prompt")) {
            silenced.add(new Token(family.id("</think>"), Origin.scaffold()));
        }
        return silenced;
    }

    private static List<Token> tokens(RenderedTokens rendered) {
        List<Token> tokens = new ArrayList<>();
        for (int i = 0; i < rendered.ids().size(); i++) {
            tokens.add(new Token(
                    rendered.ids().ids().get(i), rendered.attribution().at(i)));
        }
        return tokens;
    }
}
