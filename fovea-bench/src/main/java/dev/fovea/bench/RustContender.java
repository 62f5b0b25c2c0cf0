package dev.fovea.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small program around the Rust crate {@code llm-multimodal}; {@code PROGRAM speed FILE...} prints the fastest of its own 40
 * rounds per file. docs/benchmarks.md says how it is built.
 */
final class RustContender implements Contender {

    private static final Pattern LINE =
            Pattern.compile("(.*): decode ([0-9.]+) ms, preprocess \\(u8\\) ([0-9.]+) ms, flat f32 [0-9.]+ ms, "
                    + "preprocess to float32 wire ([0-9.]+) ms");

    private final List<String> command;

    private RustContender(List<String> command) {
        this.command = command;
    }

    static RustContender start(Path program, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString(), "speed"));
        files.forEach(file -> command.add(file.toString()));
        RustContender rust = new RustContender(command);
        rust.round();
        return rust;
    }

    @Override
    public String name() {
        return "llm-multimodal";
    }

    @Override
    public String version() {
        return command.getFirst();
    }

    @Override
    public Map<Path, Times> round() throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Map<Path, Times> round = new HashMap<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    round.put(Path.of(matcher.group(1)), times(matcher));
                }
            }
        }
        if (round.isEmpty()) {
            throw new IOException("it printed no times");
        }
        return round;
    }

    private static Times times(Matcher matcher) {
        double decode = Double.parseDouble(matcher.group(2));
        double uint8 = Double.parseDouble(matcher.group(3));
        double float32 = Double.parseDouble(matcher.group(4));
        Times times = new Times();
        times.add(Step.DECODE, decode);
        times.add(Step.PROCESSING_UINT8, uint8);
        times.add(Step.PROCESSING_FLOAT32, float32);
        times.add(Step.WHOLE_UINT8, decode + uint8);
        times.add(Step.WHOLE_FLOAT32, decode + float32);
        return times;
    }

    @Override
    public void close() {}
}
