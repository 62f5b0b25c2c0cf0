package dev.fovea.cli.bench;

import dev.fovea.bench.ChatBench;
import dev.fovea.bench.ChatFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code fovea bench chat}. */
@Command(
        name = "chat",
        description = {
            "Renders and continues conversations on one core, beside the Python package renderers on the same ones.",
            "Ratios over the reference say how many times ours is faster; bridge_100k_over_1k what a long prompt costs over a "
                    + "short one."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class BenchChatCommand implements Callable<Integer> {

    @Option(
            names = "--python",
            paramLabel = "PATH",
            description =
                    "An interpreter with renderers 0.1.12, transformers and tokenizers. Without it, ours is measured alone.")
    private @Nullable Path python;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures there, too.")
    private @Nullable Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ChatFigures figures = ChatBench.measure(Optional.ofNullable(python));
        new TreeMap<>(figures.seconds()).forEach((name, value) -> System.out.printf("%-32s %.7f%n", name, value));
        new TreeMap<>(figures.ratios()).forEach((name, value) -> System.out.printf("%-32s %.2f%n", name, value));
        figures.missing().ifPresent(why -> System.out.println("no reference: " + why));
        if (json != null) {
            Files.writeString(json, written(figures).toPrettyString() + "\n");
        }
        return 0;
    }

    private static ObjectNode written(ChatFigures figures) {
        ObjectNode out = JsonMapper.shared().createObjectNode();
        new TreeMap<>(figures.ratios()).forEach(out::put);
        new TreeMap<>(figures.seconds()).forEach(out::put);
        figures.missing().ifPresent(why -> out.put("missing_reference", why));
        return out;
    }
}
