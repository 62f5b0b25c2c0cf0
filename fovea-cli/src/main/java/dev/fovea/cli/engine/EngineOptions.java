package dev.fovea.cli.engine;

import dev.fovea.contract.wire.MmRef;
import dev.fovea.engine.vllm.InFlight;
import dev.fovea.engine.vllm.VllmSettings;
import picocli.CommandLine.Option;

/** Who samples, and how; for commands that play rollouts. */
public final class EngineOptions {

    @Option(
            names = "--engine",
            paramLabel = "embedded|vllm=URL[,URL...]|sglang=URL|references=URL",
            defaultValue = "embedded",
            converter = EngineChoice.Converter.class,
            description = {
                "Who samples: PyTorch in this process, or a stock vLLM that serves the same checkpoint and may read the run folder "
                        + "(--allowed-local-media-path); its weights are reloaded in place.",
                "references: a server that opens mmraw: references by itself, as the proxy does; it keeps its own weights.",
                "Default: ${DEFAULT-VALUE}."
            })
    private EngineChoice engine = new EngineChoice.Embedded();

    @Option(
            names = "--weights-in-flight",
            paramLabel = "wait|keep",
            defaultValue = "wait",
            description =
                    "What becomes of requests that a vLLM works on while weights are loaded: they end first, or are held and go "
                            + "on with the new ones. Default: ${DEFAULT-VALUE}.")
    private InFlight inFlight = InFlight.WAIT;

    @Option(
            names = "--reference-form",
            paramLabel = "auto|F1|F2|F3",
            defaultValue = "auto",
            converter = ReferenceFormConverter.class,
            description = "How references=URL is written to. Default: ${DEFAULT-VALUE}, which is F2.")
    private MmRef.Form references = MmRef.Form.F2;

    @Option(
            names = "--weight-checksums",
            paramLabel = "MB",
            defaultValue = "2048",
            description =
                    "Largest checkpoint whose tensors are hashed and compared with a vLLM's after each load; 0 compares none. "
                            + "Default: ${DEFAULT-VALUE}.")
    private int checksumMegabytes = 2048;

    @Option(
            names = "--ban-vision-tokens",
            description =
                    "Vision tokens cannot be sampled. The distribution then is not the policy's own: every turn's record says so.")
    private boolean banned;

    /** What the user chose. */
    public EngineSetup setup() {
        return new EngineSetup(
                engine,
                VllmSettings.defaults()
                        .withInFlight(inFlight)
                        .withReferences(references)
                        .withChecksumBytes((long) checksumMegabytes << 20),
                banned ? SampledVisionTokens.BANNED : SampledVisionTokens.COUNTED);
    }
}
