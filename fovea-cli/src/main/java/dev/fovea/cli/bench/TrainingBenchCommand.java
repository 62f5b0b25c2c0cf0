package dev.fovea.cli.bench;

import dev.fovea.bench.Microbenchmarks;
import dev.fovea.bench.TrainingBench;
import dev.fovea.bench.TrainingFigures;
import dev.fovea.bench.TrainingPeer;
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

/** {@code fovea bench training}. */
@Command(
        name = "training",
        description = {
            "Traces to samples to packed rows to bytes on one thread, beside prime-rl's own functions on rollouts of the same form; "
                    + "then planning alone, from a thousand samples to a million.",
            "Ratios over the reference say how many times more tokens a second ours has."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class TrainingBenchCommand implements Callable<Integer> {

    @Option(
            names = "--python",
            paramLabel = "PATH",
            description =
                    "An interpreter with the dependencies of prime-rl and verifiers. Default: FOVEA_PEER_PYTHON; without either, "
                            + "ours is measured alone.")
    private @Nullable Path python;

    @Option(
            names = "--prime-rl",
            paramLabel = "DIR",
            description = "A checkout of prime-rl. Default: FOVEA_PEER_PRIME_RL.")
    private @Nullable Path primeRl;

    @Option(
            names = "--verifiers",
            paramLabel = "DIR",
            description = "A checkout of verifiers. Default: FOVEA_PEER_VERIFIERS.")
    private @Nullable Path verifiers;

    @Option(
            names = "--mm-store",
            paramLabel = "DIR",
            description = "A folder with mm_store_f3.py (renderers/mm_store.py). Default: FOVEA_PEER_MM_STORE.")
    private @Nullable Path mmStore;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures there, too.")
    private @Nullable Path json;

    @Option(names = "--jmh", description = "Runs the JMH benchmarks of Fovea's own steps instead.")
    private boolean microbenchmarks;

    @Override
    public Integer call() throws IOException {
        if (microbenchmarks) {
            Microbenchmarks.TRAINING.run();
            return 0;
        }
        TrainingFigures figures = TrainingBench.measure(peer());
        System.out.print(figures.table());
        if (json != null) {
            Files.writeString(json, written(figures).toPrettyString() + "\n");
        }
        return 0;
    }

    private Optional<TrainingPeer> peer() {
        Path interpreter = given(python, "FOVEA_PEER_PYTHON");
        Path prime = given(primeRl, "FOVEA_PEER_PRIME_RL");
        Path other = given(verifiers, "FOVEA_PEER_VERIFIERS");
        Path store = given(mmStore, "FOVEA_PEER_MM_STORE");
        return interpreter == null || prime == null || other == null || store == null
                ? Optional.empty()
                : Optional.of(new TrainingPeer(interpreter, prime, other, store));
    }

    private static @Nullable Path given(@Nullable Path option, String variable) {
        String value = System.getenv(variable);
        return option != null || value == null || value.isEmpty() ? option : Path.of(value);
    }

    private static ObjectNode written(TrainingFigures figures) {
        ObjectNode out = JsonMapper.shared().createObjectNode();
        new TreeMap<>(figures.values()).forEach(out::put);
        figures.missing().ifPresent(why -> out.put("missing_reference", why));
        return out;
    }
}
