package dev.fovea.conform.images;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Runs a corpus of pictures through decoders, layouts and processors. The folder holds {@code expected.jsonl} with its {@code files/},
 * and where there are any, {@code layout.jsonl} and {@code bad/}.
 */
public final class ImageConformance {

    private ImageConformance() {}

    /**
     * Compares every record.
     *
     * @param folder the corpus
     * @param progress told what is being looked at, for people who wait
     * @throws SetupException where the folder is no such corpus
     */
    public static ConformReport run(Path folder, Consumer<String> progress) {
        ConformReport report = new ConformReport();
        Corpus corpus = new Corpus(folder);
        PictureDecoders decoders = PictureDecoders.proven();
        new PictureRecords(corpus, decoders, report).checkAll(progress);
        if (corpus.has("layout.jsonl")) {
            progress.accept("layout.jsonl");
            new LayoutRecords(report).checkAll(corpus.lines("layout.jsonl"));
        }
        if (corpus.has("bad/expected.json")) {
            new BadFiles(corpus, decoders, report).checkAll(progress);
        }
        return report;
    }
}
