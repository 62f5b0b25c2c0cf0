package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** The records of the contract: what crosses a process, references, sidecars, the image store. */
public final class ContractRecords {

    private final Corpus corpus;
    private final SortedMap<String, Consumer<JsonNode>> checks;

    public ContractRecords(Corpus corpus, ConformReport report) {
        WireRecords wire = new WireRecords(report);
        RefRecords refs = new RefRecords(report);
        StoreRecords store = new StoreRecords(report);
        this.corpus = corpus;
        this.checks = new TreeMap<>(Map.of(
                "wire/good.jsonl", wire::good,
                "wire/decode.jsonl", wire::decode,
                "wire/encode_refused.jsonl", wire::encodeRefused,
                "refs/good.jsonl", refs::good,
                "refs/malformed.jsonl", refs::malformed,
                "refs/encode_refused.jsonl", refs::encoder,
                "refs/sidecars.jsonl", new SidecarRecords(report)::check,
                "store/images.jsonl", store::image,
                "store/uris.jsonl", store::uri,
                "store/directories.jsonl", store::directory));
    }

    /**
     * Checks every file that the corpus has.
     *
     * @param progress told which file is being looked at
     * @return how many records were seen
     */
    public int checkAll(Consumer<String> progress) {
        int[] records = {0};
        checks.forEach((name, check) -> {
            if (corpus.has(name)) {
                progress.accept(name);
                corpus.lines(name).forEach(row -> {
                    check.accept(row);
                    records[0]++;
                });
            }
        });
        return records[0];
    }
}
