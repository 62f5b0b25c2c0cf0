package dev.fovea.cli.engine;

import dev.fovea.assets.FileImageStore;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmProxy;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fovea proxy}. */
@Command(
        name = "proxy",
        description = {
            "Serves /inference/v1/generate with mmraw: references in front of an unmodified vLLM.",
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
            paramLabel = "vllm=URL",
            required = true,
            converter = EngineChoice.Converter.class,
            description = "The server behind. Its API key is taken from FOVEA_ENGINE_API_KEY.")
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
        if (spec == null || !(engine instanceof EngineChoice.Vllm(VllmAddress address))) {
            throw new CommandLine.ParameterException(
                    spec().commandLine(), "a proxy stands before a server: --engine vllm=URL");
        }
        Path run = Objects.requireNonNull(runDir);
        FileImageStore store = ServerOptions.store(run);
        try (VllmProxy proxy = VllmProxy.start(
                host,
                port,
                address,
                server.served(address),
                ServerOptions.reader(run, store),
                server.decoder(),
                store,
                server.settings())) {
            PrintWriter out = spec().commandLine().getOut();
            out.println("proxy of vLLM " + proxy.handshake().version() + " at " + proxy.baseUrl() + "; Ctrl-C ends it");
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }

    private CommandLine.Model.CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("picocli fills the specification");
        }
        return spec;
    }
}
