package dev.fovea.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A contender that stays up between its rounds: it says its version, then answers each number of rounds with its times. */
final class AskedContender implements Contender {

    private final String name;
    private final String version;
    private final LineProcess process;
    private final int rounds;

    private AskedContender(String name, String version, LineProcess process, int rounds) {
        this.name = name;
        this.version = version;
        this.process = process;
        this.rounds = rounds;
    }

    static AskedContender start(String name, List<String> command, int rounds) throws IOException {
        LineProcess process = LineProcess.start(command);
        try {
            return new AskedContender(name, process.answer().path("versions").asString(), process, rounds);
        } catch (IOException e) {
            process.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Map<Path, Times> round() throws IOException {
        Map<Path, Times> round = new HashMap<>();
        for (Map.Entry<String, JsonNode> file :
                process.ask(Integer.toString(rounds)).properties()) {
            Times times = round.computeIfAbsent(Path.of(file.getKey()), path -> new Times());
            for (Map.Entry<String, JsonNode> step : file.getValue().properties()) {
                times.add(Step.of(step.getKey()), step.getValue().asDouble());
            }
        }
        return round;
    }

    JsonNode ask(String question) throws IOException {
        return process.ask(question);
    }

    @Override
    public void close() {
        process.close();
    }
}
