package dev.fovea.cli.engine;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileImageStore;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.engine.vllm.VllmAddress;
import dev.fovea.engine.vllm.VllmDescription;
import dev.fovea.engine.vllm.VllmEngine;
import dev.fovea.vision.PixelForm;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code fovea engine probe}. */
@Command(
        name = "probe",
        description =
                "Finds out what a vLLM server does with pictures: what matches this side in every byte, what does not, and "
                        + "which way images would take.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
final class ProbeCommand implements Callable<Integer> {

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "The server, for example http://127.0.0.1:8000.")
    private @Nullable String url;

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(
            names = "--run-dir",
            paramLabel = "DIR",
            description = "Run directory, whose folder assets the server is asked to read; start it with "
                    + "--allowed-local-media-path on it. Default: a temporary folder, which servers rarely may read.")
    private @Nullable Path runDir;

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        if (spec == null || url == null) {
            throw new IllegalStateException("picocli fills required parameters");
        }
        VllmAddress address = VllmAddress.parse(url);
        VllmDescription found;
        if (runDir == null) {
            try (ProbeFolder folder = ProbeFolder.create()) {
                found = probe(address, folder.path());
            }
        } else {
            found = probe(address, runDir);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? json(found) : text(found));
        out.flush();
        return 0;
    }

    private VllmDescription probe(VllmAddress address, Path folder) throws InterruptedException {
        ServedModel model = server.served(address);
        FileImageStore store = ServerOptions.store(folder);
        AssetReader reader = ServerOptions.reader(folder, store);
        try (VllmEngine engine = VllmEngine.open(address, model, reader, server.decoder(), store, server.settings())) {
            return engine.handshake();
        }
    }

    private String text(VllmDescription found) {
        StringBuilder text = new StringBuilder();
        text.append("vLLM %s serves %s with a context of %,d tokens%n"
                .formatted(found.version(), found.model(), found.contextTokens()));
        if (runDir == null) {
            text.append("paths          tried in a temporary folder, for no --run-dir was named\n");
        }
        text.append("content_parts  %s%n"
                .formatted(
                        switch (found.contentParts()) {
                            case NONE -> "not used";
                            case PLAIN_PICTURES -> "for pictures that every loader reads alike";
                            case ALL_PICTURES -> "for all pictures";
                        }));
        text.append("features       %s%n"
                .formatted(found.features()
                        .map(form -> "as " + form.id() + ", " + evidence(found))
                        .orElse("not used")));
        text.append("logprobs       %s%n"
                .formatted(
                        switch (found.logprobs()) {
                            case PROCESSED -> "of the distribution that is sampled from";
                            case RAW -> "before temperature and cuts: only temperature 1 without cuts is served";
                        }));
        text.append("weights        %s%n"
                .formatted(
                        switch (found.weights()) {
                            case CHECKSUMS -> "proven by version and checksums";
                            case VERSION -> "proven by version";
                            case NONE -> "cannot be loaded";
                        }));
        found.matched().forEach(line -> text.append("equal    ").append(line).append('\n'));
        found.rejected().forEach(line -> text.append("differs  ").append(line).append('\n'));
        return text.toString().stripTrailing();
    }

    private static String evidence(VllmDescription found) {
        return switch (found.evidence()) {
            case BYTES -> "proven byte by byte";
            case LOGPROBS -> "told by its answers, for it renders nothing";
            case CONFIGURATION -> "stated by the configuration and shown by nothing";
            case NONE -> "unknown";
        };
    }

    private String json(VllmDescription found) {
        ObjectNode node = JsonMapper.builder().build().createObjectNode();
        node.put("version", found.version());
        node.put("model", found.model());
        node.put("context_tokens", found.contextTokens());
        node.put("paths_tried_in", runDir == null ? "temporary folder" : "run directory");
        node.put("content_parts", found.contentParts().name().toLowerCase(java.util.Locale.ROOT));
        node.put("features", found.features().map(PixelForm::id).orElse(null));
        node.put("evidence", found.evidence().name().toLowerCase(java.util.Locale.ROOT));
        node.put("logprobs", found.logprobs().name().toLowerCase(java.util.Locale.ROOT));
        node.put("weights", found.weights().name().toLowerCase(java.util.Locale.ROOT));
        found.matched().forEach(node.putArray("matched")::add);
        found.rejected().forEach(node.putArray("rejected")::add);
        return node.toString();
    }
}
