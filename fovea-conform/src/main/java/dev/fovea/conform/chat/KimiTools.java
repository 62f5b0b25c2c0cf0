package dev.fovea.conform.chat;

import dev.fovea.chat.PythonJson;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.kimik25.ToolDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How ours declares tools to Kimi-K2.5 otherwise than the reference: keys sorted first, JSON where there is no TypeScript. */
final class KimiTools {

    static final String ORDER = "dev:ts-key-order";
    static final String FALLBACK = "dev:ts-fallback";

    private static final String MIDDLE = "<|im_middle|>";
    private static final String END = "<|im_end|>";

    private KimiTools() {}

    /**
     * The row with the reference's declaration replaced by ours. Proof that this is all: with keys in the order they came in, ours
     * is the text that the reference has at that place. Empty where it is not.
     */
    static Optional<Row> sorted(CorpusFamily family, Row row) {
        TokenIds ids = Row.ids(row.asked().path("token_ids"));
        int from = indexOf(ids, family.id(MIDDLE), 0) + 1;
        int end = indexOf(ids, family.id(END), from);
        String theirs = family.tokenizer().decode(ids.slice(from, end));
        if (!theirs.equals(ToolDeclaration.typeScript(row.tools()))) {
            return Optional.empty();
        }
        TokenIds ours = family.tokenizer().encode(ToolDeclaration.text(row.tools()));
        ObjectNode asked = (ObjectNode) row.asked().deepCopy();
        ArrayNode changed = asked.putArray("token_ids");
        ids.slice(0, from).concat(ours).concat(ids.slice(end, ids.size())).stream()
                .forEach(changed::add);
        lengthen(asked, ours.size() - (end - from));
        return Optional.of(row.asking(asked));
    }

    /** The declaration stands in front of everything, in the first run of each of the three. */
    private static void lengthen(ObjectNode asked, int tokens) {
        for (String runs : List.of("message_indices", "sampled_mask", "is_content")) {
            ArrayNode first = (ArrayNode) asked.path(runs).path(0);
            first.set(1, first.path(1).asInt() + tokens);
        }
    }

    /**
     * Whether a declaration is the tools as compact JSON with sorted keys, and all behind it what ours is without tools.
     */
    static boolean isJson(CorpusFamily family, Row row, RenderedTokens actual, RenderedTokens withoutTools) {
        TokenIds ids = actual.ids().ids();
        int from = indexOf(ids, family.id(MIDDLE), 0) + 1;
        int end = indexOf(ids, family.id(END), from);
        List<String> tools = new ArrayList<>();
        row.tools().forEach(tool -> tools.add(PythonJson.canonical(tool)));
        return family.tokenizer().decode(ids.slice(from, end)).equals("[" + String.join(",", tools) + "]")
                && ids.slice(end + 1, ids.size()).equals(withoutTools.ids().ids());
    }

    private static int indexOf(TokenIds ids, int wanted, int from) {
        int at = from;
        while (ids.get(at) != wanted) {
            at++;
        }
        return at;
    }

    /** The row without tools. */
    static Row withoutTools(Row row) {
        ObjectNode less = (ObjectNode) row.json().deepCopy();
        less.set("tools", JsonNodeFactory.instance.arrayNode());
        return new Row(less);
    }
}
