package dev.fovea.cli.bench;

import dev.fovea.bench.ChatBench;
import dev.fovea.bench.ChatFigures;
import dev.fovea.bench.Microbenchmarks;
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
public final class ChatBenchCommand implements Callable<Integer> {

    @Option(
            names = "--python",
            paramLabel = "PATH",
            description =
                    "An interpreter with renderers 0.1.12, transformers and tokenizers. Default: FOVEA_PEER_PYTHON; without "
                            + "either, ours is measured alone.")
    private @Nullable Path python;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures there, too.")
    private @Nullable Path json;

    @Option(names = "--jmh", description = "Runs the JMH benchmarks of Fovea's own steps instead.")
    private boolean microbenchmarks;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (microbenchmarks) {
            Microbenchmarks.CHAT.run();
            return 0;
        }
        Optional<Path> interpreter = Optional.ofNullable(python)
                .or(() ->
                        Optional.ofNullable(System.getenv("FOVEA_PEER_PYTHON")).map(Path::of));
        ChatFigures figures = ChatBench.measure(interpreter);
        System.out.print(figures.table());
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
