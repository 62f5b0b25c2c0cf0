package dev.fovea.cli.engine;

import dev.fovea.engine.vllm.VllmAddress;
import picocli.CommandLine;

/** The engine that the user named. */
public sealed interface EngineChoice {

    /** PyTorch in this process. */
    record Embedded() implements EngineChoice {}

    /** An unmodified vLLM. */
    record Vllm(VllmAddress address) implements EngineChoice {}

    /** Reads {@code embedded} or {@code vllm=URL}. */
    static EngineChoice parse(String text) {
        if (text.equals("embedded")) {
            return new Embedded();
        }
        if (text.startsWith("vllm=")) {
            VllmAddress address = VllmAddress.parse(text.substring("vllm=".length()));
            String key = System.getenv("FOVEA_ENGINE_API_KEY");
            return new Vllm(key == null ? address : address.withApiKey(key));
        }
        throw new CommandLine.TypeConversionException(text + " is neither embedded nor vllm=URL");
    }

    /** For picocli. */
    final class Converter implements CommandLine.ITypeConverter<EngineChoice> {
        @Override
        public EngineChoice convert(String text) {
            return parse(text);
        }
    }
}
