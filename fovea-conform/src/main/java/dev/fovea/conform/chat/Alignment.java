package dev.fovea.conform.chat;

import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.RequestException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Two renderings whose ids differ, laid side by side. Between two special tokens of ours the ids are the reference's, or the
 * text is, and one of the documented reasons shows at the very place: the reference made a special token of text that spells
 * one, kept white space at the edge of a content with images, or printed arguments without a word as they came.
 */
final class Alignment {

    static final String LITERALS = "special-token literals stay text";
    static final String EDGES = "dev:untrimmed-media";
    static final String BLANK_ARGUMENTS = "arguments without a word are {}";

    private Alignment() {}

    static Verdict check(CorpusFamily family, Row row, RenderedTokens actual, int prior) {
        Set<String> reasons = new TreeSet<>();
        Optional<String> problem = new AlignedWalk(family, row, actual, reasons).problem();
        if (problem.isPresent()) {
            return new Verdict.Differs(problem.get() + "; " + difference(family, row, actual));
        }
        if (reasons.isEmpty()) {
            return new Verdict.Differs("same text, other ids; " + difference(family, row, actual));
        }
        if (row.expanded() && !sameImages(actual, row)) {
            return new Verdict.Differs("other images");
        }
        return coversPads(actual, family, prior)
                ? new Verdict.Apart(String.join(", ", reasons))
                : new Verdict.Differs("pads beside the images");
    }

    private static boolean sameImages(RenderedTokens actual, Row row) {
        JsonNode mm = row.asked().path("mm");
        return actual.images().images().stream()
                .map(image ->
                        image.item().rawImageUri() + " " + image.placeholder().length())
                .toList()
                .equals(CorpusImages.sidecar(mm).images().stream()
                        .map(image -> image.item().rawImageUri() + " "
                                + image.placeholder().length())
                        .toList());
    }

    /** Behind {@code prior}, every pad is an image's and every image's token a pad. */
    static boolean coversPads(RenderedTokens actual, CorpusFamily family, int prior) {
        TokenIds ids = actual.ids().ids();
        boolean[] placed = new boolean[ids.size()];
        for (PlaceholderRange range : actual.images().placeholders()) {
            Arrays.fill(placed, range.offset(), range.end(), true);
        }
        for (int i = prior; i < ids.size(); i++) {
            if ((ids.get(i) == family.imagePad()) != placed[i]) {
                return false;
            }
        }
        return true;
    }

    /** The first differing token with what stands around it. */
    static String difference(CorpusFamily family, Row row, RenderedTokens actual) {
        TokenIds expected = Row.ids(row.asked().path("token_ids"));
        TokenIds ours = actual.ids().ids();
        int at = ours.mismatch(expected);
        if (at < 0) {
            return "same ids";
        }
        return "token " + at + ": expected " + around(family, expected, at) + ", got " + around(family, ours, at);
    }

    private static String around(CorpusFamily family, TokenIds ids, int at) {
        int from = Math.max(0, at - 4);
        int to = Math.min(ids.size(), at + 6);
        try {
            return ("\"" + family.tokenizer().decode(ids.slice(from, at)) + "▸"
                            + family.tokenizer().decode(ids.slice(at, to)) + "\"")
                    .replace("\n", "\\n");
        } catch (RequestException e) {
            return ids.slice(from, to).toString();
        }
    }
}
