package dev.fovea.cli.engine;

import dev.fovea.assets.FileImageStore;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmDescription;
import dev.fovea.engine.vllm.VllmProxy;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fovea proxy}. */
@Command(
        name = "proxy",
        description = {
            "Serves /inference/v1/generate with mmraw: references in front of unmodified vLLMs.",
            "",
            "Each reference is verified (allowed root, SHA-256, family, layout) and becomes what the server takes: a path where it "
                    + "shares the run directory, our own pixels otherwise. What the server says of the prompt is compared before "
                    + "a client has the answer."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ProxyCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Option(
            names = "--engine",
            paramLabel = "vllm=URL[,URL...]",
            required = true,
            converter = EngineChoice.Converter.class,
            description =
                    "The server behind, or several: the least busy one is asked. Their API key is taken from FOVEA_ENGINE_API_KEY.")
    private @Nullable EngineChoice engine;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            required = true,
            description = "Run directory; images rest in its folder assets. Start the server with "
                    + "--allowed-local-media-path on it, and no pixel has to cross the wire.")
    private @Nullable Path runDir;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "Address to listen at. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "8400",
            description = "Port to listen at; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Override
    public Integer call() throws InterruptedException {
        List<VllmAddress> addresses = switch (Objects.requireNonNull(engine)) {
            case EngineChoice.Vllm(VllmAddress address) -> List.of(address);
            case EngineChoice.VllmPool(List<VllmAddress> several) -> several;
            case EngineChoice.Embedded embedded -> throw noServer();
            case EngineChoice.Sglang sglang -> throw noServer();
            case EngineChoice.References references -> throw noServer();
        };
        Path run = Objects.requireNonNull(runDir);
        FileImageStore store = ServerOptions.store(run);
        try (VllmProxy proxy = VllmProxy.start(
                host,
                port,
                addresses,
                server.served(addresses.getFirst()),
                ServerOptions.reader(run, store),
                server.decoder(),
                store,
                server.settings(),
                // the log and the metrics tell of servers that are left alone
                event -> {})) {
            PrintWriter out = spec().commandLine().getOut();
            String versions =
                    proxy.handshakes().stream().map(VllmDescription::version).collect(Collectors.joining(", "));
            out.println("proxy of vLLM " + versions + " at " + proxy.baseUrl() + "; Ctrl-C ends it");
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private CommandLine.ParameterException noServer() {
        return new CommandLine.ParameterException(
                spec().commandLine(), "a proxy stands before servers: --engine vllm=URL[,URL...]");
    }

    private CommandLine.Model.CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("picocli fills the specification");
        }
        return spec;
    }
}
