package dev.fovea.cli.conform;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.chat.ChatConform;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea conform chat}. */
@Command(
        name = "chat",
        description = {
            "Renders, parses and continues the recorded conversations of a folder (FAMILY.KIND.jsonl.gz beside meta.json) and "
                    + "compares tokens, attribution, images and messages with the recorded answers.",
            "What ours answers otherwise on purpose is proven to be just that and counted by name; docs/chat.md lists the names."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ConformChatCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The folder with the records.")
    private @Nullable Path folder;

    @Option(
            names = "--tokenizer",
            paramLabel = "FILE",
            description =
                    "Qwen3's tokenizer.json. Default: the one in DIR, or else the vocabulary that this build carries.")
    private @Nullable Path tokenizer;

    @Override
    public Integer call() {
        Path corpus = Objects.requireNonNull(folder, "picocli demands DIR");
        ConformReport report = ChatConform.check(corpus, Optional.ofNullable(tokenizer));
        report.print(new PrintWriter(System.out, false, StandardCharsets.UTF_8));
        return report.differing() == 0 ? 0 : 1;
    }
}
