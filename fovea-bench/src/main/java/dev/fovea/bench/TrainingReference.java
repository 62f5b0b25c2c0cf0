package dev.fovea.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** prime-rl's own functions in a process of their own, asked step by step, so that both sides take turns. */
final class TrainingReference implements AutoCloseable {

    private final LineProcess process;
    private final Path script;
    private final JsonNode greeting;

    private TrainingReference(LineProcess process, Path script, JsonNode greeting) {
        this.process = process;
        this.script = script;
        this.greeting = greeting;
    }

    static TrainingReference start(TrainingPeer peer, int... load) throws IOException {
        Path script = Files.createTempFile("fovea-bench-", ".py");
        try (InputStream source = TrainingReference.class.getResourceAsStream("training_reference.py")) {
            Files.write(
                    script, Objects.requireNonNull(source, "part of this build").readAllBytes());
        }
        List<String> command = new ArrayList<>(List.of(
                peer.python().toString(),
                script.toString(),
                peer.primeRl().toString(),
                peer.verifiers().toString(),
                peer.mmStore().toString()));
        IntStream.of(load).mapToObj(String::valueOf).forEach(command::add);
        LineProcess process = LineProcess.start(command);
        try {
            return new TrainingReference(process, script, process.answer());
        } catch (IOException e) {
            process.close();
            Files.deleteIfExists(script);
            throw e;
        }
    }

    String versions() {
        return greeting.path("versions").asString("");
    }

    long tokens() {
        return greeting.path("tokens").asLong();
    }

    /** Seconds of one round of a step. */
    double seconds(TrainingStep step) throws IOException {
        return process.ask(step.id()).path("seconds").asDouble();
    }

    @Override
    public void close() {
        process.close();
        try {
            Files.deleteIfExists(script);
        } catch (IOException leftBehind) {
            script.toFile().deleteOnExit();
        }
    }
}
