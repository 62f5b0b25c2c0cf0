package dev.fovea.conform.chat;

import dev.fovea.chat.RenderedTokens;

/** Records that the reference refuses and ours answers. */
final class Answered {

    private static final String NULL_IMAGE = "dev:null-image-key";

    private Answered() {}

    /** An image whose other key is null is that image. */
    static Verdict check(Row row, RenderedTokens actual, CorpusFamily family) {
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
