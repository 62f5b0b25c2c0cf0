package dev.fovea.cli;

import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.EngineDescription;
import dev.fovea.engine.GenerateRequest;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** An engine that can be told to lie about what it did. */
final class TamperingEngine implements Engine {

    private final Engine engine;
    private volatile UnaryOperator<Completion> tampering = UnaryOperator.identity();

    TamperingEngine(Engine engine) {
        this.engine = engine;
    }

    void tamper(UnaryOperator<Completion> with) {
        tampering = with;
    }

    @Override
    public EngineDescription describe() {
        return engine.describe();
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        return tampering.apply(engine.generate(request));
    }

    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        engine.loadWeights(checkpoint, version);
    }

    @Override
    public void close() {
        engine.close();
    }
}
