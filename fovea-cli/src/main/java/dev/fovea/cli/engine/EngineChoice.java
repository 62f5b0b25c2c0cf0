package dev.fovea.cli.engine;

import dev.fovea.engine.vllm.VllmAddress;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** The engine that the user named. */
public sealed interface EngineChoice {

    /** PyTorch in this process. */
    record Embedded() implements EngineChoice {}

    /** An unmodified vLLM. */
    record Vllm(VllmAddress address) implements EngineChoice {}

    /** Several replicas of one: at least two. */
    record VllmPool(List<VllmAddress> addresses) implements EngineChoice {

        public VllmPool {
            addresses = List.copyOf(addresses);
        }
    }

    /** A server that opens references by itself. */
    record References(VllmAddress address) implements EngineChoice {}

    /** An SGLang by its own protocol. */
    record Sglang(VllmAddress address) implements EngineChoice {}

    /** Reads {@code embedded}, {@code vllm=URL}, {@code vllm=URL,URL,...}, {@code sglang=URL} or {@code references=URL}. */
    static EngineChoice parse(String text) {
        if (text.equals("embedded")) {
            return new Embedded();
        }
        if (text.startsWith("vllm=")) {
            List<VllmAddress> addresses = Pattern.compile(",(vllm=)?")
                    .splitAsStream(text.substring("vllm=".length()))
                    .map(VllmAddress::parse)
                    .map(EngineChoice::withKey)
                    .toList();
            return addresses.size() == 1 ? new Vllm(addresses.getFirst()) : new VllmPool(addresses);
        }
        if (text.startsWith("sglang=")) {
            return new Sglang(withKey(VllmAddress.parse(text.substring("sglang=".length()))));
        }
        if (text.startsWith("references=")) {
            return new References(withKey(VllmAddress.parse(text.substring("references=".length()))));
        }
        throw new CommandLine.TypeConversionException(
                text + " is none of embedded, vllm=URL, vllm=URL,URL, sglang=URL and references=URL");
    }

    /** One key for all replicas. */
    private static VllmAddress withKey(VllmAddress address) {
        String key = System.getenv("FOVEA_ENGINE_API_KEY");
        return key == null ? address : address.withApiKey(key);
    }

    /** For picocli. */
    final class Converter implements CommandLine.ITypeConverter<EngineChoice> {
        @Override
        public EngineChoice convert(String text) {
            return parse(text);
        }
    }
}
