package dev.fovea.bench;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Pictures to patches of Qwen3-VL, on one thread: Fovea, transformers with torchvision, and the Rust crate llm-multimodal take
 * turns on the same files in one run. A rival that does not start is named as missing.
 */
public final class VisionBench {

    private static final String TRANSFORMERS = "transformers";
    private static final String RUST = "llm-multimodal";

    private final VisionBenchSettings settings;
    private final Path folder;
    private final BenchPictures pictures;
    private final Map<String, String> missing = new LinkedHashMap<>();

    private VisionBench(VisionBenchSettings settings, Path folder, BenchPictures pictures) {
        this.settings = settings;
        this.folder = folder;
        this.pictures = pictures;
    }

    /**
     * Runs all turns; takes about a minute and a half with both rivals.
     *
     * @throws SetupException where a file is missing, or where Fovea's own process does not start
     * @throws StorageException where the pictures cannot be written
     */
    public static VisionReport run(VisionBenchSettings settings) {
        try {
            Path folder = Files.createTempDirectory("fovea-bench-");
            try (BenchPictures pictures = BenchPictures.write(folder)) {
                return new VisionBench(settings, folder, pictures).run();
            }
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "the benchmark failed: " + e.getMessage(), "see docs/benchmarks.md", e);
        }
    }

    private VisionReport run() throws IOException {
        List<Path> files = files();
        Map<String, Map<Path, Times>> times = new LinkedHashMap<>();
        Map<String, String> versions = new LinkedHashMap<>();
        try (AskedContender ours = AskedContender.start("fovea", ownCommand(files), settings.rounds())) {
            List<Contender> contenders = new ArrayList<>(List.of(ours));
            try {
                addRivals(contenders, files);
                for (int turn = 0; turn < settings.turns(); turn++) {
                    for (Contender contender : contenders) {
                        merge(times.computeIfAbsent(contender.name(), name -> new HashMap<>()), contender.round());
                    }
                }
                contenders.forEach(contender -> versions.put(contender.name(), contender.version()));
                return new VisionReport(files, times, versions, missing, scaling(ours));
            } finally {
                contenders.forEach(Contender::close);
            }
        }
    }

    private List<Path> files() {
        for (Path file : settings.files()) {
            if (!Files.isRegularFile(file)) {
                throw new SetupException(
                        ErrorCode.INVALID_CONFIGURATION, file + " is no file", "name a JPEG or PNG picture");
            }
        }
        return settings.files().isEmpty() ? List.of(pictures.jpeg(), pictures.png()) : settings.files();
    }

    private void addRivals(List<Contender> contenders, List<Path> files) {
        try {
            contenders.add(AskedContender.start(TRANSFORMERS, pythonCommand(files), settings.rounds()));
        } catch (IOException e) {
            missing.put(TRANSFORMERS, "with " + settings.python() + ": " + e.getMessage());
        }
        try {
            contenders.add(RustContender.start(Path.of(settings.rust()), files));
        } catch (IOException e) {
            missing.put(RUST, settings.rust().isEmpty() ? "no program is named" : e.getMessage());
        }
    }

    private List<String> ownCommand(List<Path> files) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g", "-XX:+UseSerialGC"));
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            command.add("--add-modules=jdk.incubator.vector");
        }
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                OwnRounds.class.getName(),
                pictures.checkpoint().toString(),
                Integer.toString(settings.rounds())));
        return withFiles(command, files);
    }

    private List<String> pythonCommand(List<Path> files) throws IOException {
        Path script = folder.resolve("transformers_peer.py");
        Files.write(script, BenchPictures.resource("transformers_peer.py"));
        return withFiles(new ArrayList<>(List.of(settings.python(), script.toString())), files);
    }

    private static List<String> withFiles(List<String> command, List<Path> files) {
        files.forEach(file -> command.add(file.toString()));
        return command;
    }

    private static Map<String, Double> scaling(AskedContender ours) throws IOException {
        Map<String, Double> multiples = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> threads : ours.ask("scaling").properties()) {
            multiples.put(threads.getKey(), threads.getValue().asDouble());
        }
        return multiples;
    }

    private static void merge(Map<Path, Times> all, Map<Path, Times> round) {
        round.forEach(
                (file, times) -> all.computeIfAbsent(file, path -> new Times()).addAll(times));
    }
}
