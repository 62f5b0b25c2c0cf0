package dev.fovea.conform.chat;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Checks every record of a chat corpus. */
public final class ChatConform {

    private static final List<String> KINDS = List.of("render", "hostile", "bridge", "parse", "config");

    private final ChatCorpus corpus;
    private final ConformReport report = new ConformReport();

    private ChatConform(ChatCorpus corpus) {
        this.corpus = corpus;
    }

    /**
     * Checks a folder.
     *
     * @param tokenizer the {@code tokenizer.json} whose words all families of the corpus share; found in the folder or built from
     *     the class path where it is not given
     * @throws SetupException where the folder is no corpus, or no vocabulary is found
     */
    public static ConformReport check(Path folder, Optional<Path> tokenizer) {
        ChatConform conform = new ChatConform(ChatCorpus.open(folder, tokenizer));
        conform.checkAll();
        return conform.report;
    }

    private void checkAll() {
        int records = 0;
        for (String family : corpus.families()) {
            for (String kind : KINDS) {
                List<JsonNode> rows = corpus.records(family, kind);
                records += rows.size();
                if (!rows.isEmpty()) {
                    check(corpus.family(family), kind, rows);
                }
            }
        }
        if (records == 0) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the folder holds no records",
                    "give a folder with FAMILY.KIND.jsonl.gz and meta.json");
        }
    }

    private void check(CorpusFamily family, String kind, List<JsonNode> rows) {
        for (JsonNode row : rows) {
            Verdict verdict = verdict(family, kind, new Row(row));
            switch (verdict) {
                case Verdict.Equal equal -> report.equal();
                case Verdict.Apart apart -> report.apart(apart.reason());
                case Verdict.Differs differs -> report.differs(row.path("id").asString(), differs.how());
            }
        }
    }

    private static Verdict verdict(CorpusFamily family, String kind, Row row) {
        try {
            return checked(family, kind, row);
        } catch (RuntimeException fault) {
            return new Verdict.Differs("a fault of ours: " + fault); // a difference, too, and the run goes on
        }
    }

    private static Verdict checked(CorpusFamily family, String kind, Row row) {
        return switch (kind) {
            case "parse" -> ParseCheck.check(family, row);
            case "bridge" -> BridgeCheck.check(family, row);
            case "config" -> ConfigCheck.check(family, row);
            default -> RenderCheck.check(family, row);
        };
    }
}
