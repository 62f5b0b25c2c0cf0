package dev.fovea.conform.images;

import dev.fovea.conform.ConformReport;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** {@code layout.jsonl}: the references' size functions, called raw, with limits that no checkpoint has. */
final class LayoutRecords {

    private final ConformReport report;

    LayoutRecords(ConformReport report) {
        this.report = report;
    }

    void checkAll(Stream<JsonNode> rows) {
        rows.forEach(this::check);
    }

    private void check(JsonNode row) {
        String function = row.path("function").asString();
        ReferenceLayout.named(function)
                .ifPresentOrElse(
                        known -> report.compare(
                                row.toString(), ReferenceLayout.expected(row), known.answerOrRefusal(row)),
                        () -> report.apart("function " + function + " is not served"));
    }
}
