package dev.fovea.conform.chat;

import dev.fovea.chat.RenderedTokens;
import java.util.function.Function;

/** Records that the reference refuses and ours answers. */
final class Answered {

    private static final String NULL_IMAGE = "dev:null-image-key";

    private Answered() {}

    /** An image whose other key is null is that image; tools without a form in TypeScript are JSON. */
    static Verdict check(Row row, RenderedTokens actual, CorpusFamily family, Function<Row, RenderedTokens> render) {
        if (row.hasTag(KimiTools.FALLBACK)) {
            return KimiTools.isJson(family, row, actual, render.apply(KimiTools.withoutTools(row)))
                    ? new Verdict.Apart(KimiTools.FALLBACK)
                    : new Verdict.Differs("the tools are not declared as JSON");
        }
        boolean image = row.hasTag(NULL_IMAGE)
                && actual.images().images().size() == 1
                && Alignment.coversPads(actual, family, 0);
        return image
                ? new Verdict.Apart(NULL_IMAGE)
                : new Verdict.Differs("the reference refuses: "
                        + row.json()
                                .path("expect")
                                .path("error")
                                .path("message")
                                .asString());
    }
}
