package dev.fovea.conform.images;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.DecodePolicy;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** {@code bad/}: what the reference refuses is refused with a code; what it decodes is decoded alike, or refused. */
final class BadFiles {

    private final Corpus corpus;
    private final PictureDecoders decoders;
    private final ConformReport report;

    BadFiles(Corpus corpus, PictureDecoders decoders, ConformReport report) {
        this.corpus = corpus;
        this.decoders = decoders;
        this.report = report;
    }

    void checkAll(Consumer<String> progress) {
        progress.accept("bad files");
        corpus.json("bad/expected.json")
                .properties()
                .forEach(file -> check("bad/" + file.getKey(), file.getValue().path("pillow")));
    }

    private void check(String name, JsonNode expected) {
        try {
            String sha256 = ImageHash.of(decoders.of(DecodePolicy.PLAIN)
                            .decode(corpus.bytes(name))
                            .samples())
                    .hex();
            report.compare(
                    name,
                    expected.path("rgb_sha256")
                            .asString("refused: " + expected.path("outcome").asString()),
                    sha256);
        } catch (FoveaException e) {
            if (expected.has("rgb_sha256")) {
                report.apart("stricter than the reference: a damaged file that it decodes is refused");
            } else {
                report.equal();
            }
        }
    }
}
