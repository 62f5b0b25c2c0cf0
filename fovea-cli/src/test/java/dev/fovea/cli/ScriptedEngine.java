package dev.fovea.cli;

import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.PromptEcho;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Answers every request with the same ids, remembers what it was sent, and can be told to tamper with its answers. */
final class ScriptedEngine implements Engine {

    private final TokenIds answer;
    private final List<GenerateRequest> requests = new CopyOnWriteArrayList<>();
    private volatile UnaryOperator<Completion> tampering = UnaryOperator.identity();

    ScriptedEngine(TokenIds answer) {
        this.answer = answer;
    }

    void tamper(UnaryOperator<Completion> with) {
        tampering = with;
    }

    GenerateRequest lastRequest() {
        return requests.getLast();
    }

    int requests() {
        return requests.size();
    }

    @Override
    public EngineDescription describe() {
        return new EngineDescription("scripted", "m", 100_000, 100_000, new WeightVersion(0));
    }

    @Override
    public Completion generate(GenerateRequest request) {
        requests.add(request);
        Completion honest = new Completion(
                answer,
                TokenValues.filled(answer.size(), -0.25),
                FinishReason.STOP,
                new WeightVersion(0),
                new PromptEcho(request.prompt(), request.images().placeholders(), List.of()));
        return tampering.apply(honest);
    }

    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) {
        // what it answers was written before
    }

    @Override
    public void close() {
        requests.clear();
    }
}
