package dev.fovea.cli.chat;

import dev.fovea.chat.ChatJson;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.families.FamilyModel;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fovea render}. */
@Command(
        name = "render",
        description = {
            "Renders a conversation to the tokens that a model is given, with the origin of each.",
            "FILE is an object with messages and, optionally, tools, as chat programs send it. Images are data URLs, file URLs "
                    + "or paths beside FILE; nothing is fetched."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class RenderCommand implements Callable<Integer> {

    @Mixin
    private ModelOptions model = new ModelOptions();

    @Parameters(paramLabel = "FILE", description = "The conversation; - reads standard input.")
    private @Nullable Path file;

    @Option(names = "--finished", description = "Without a generation prompt: what demonstrations are trained on.")
    private boolean finished;

    @Option(names = "--json", description = "Ids and attribution as JSON: runs are [value, count].")
    private boolean json;

    @Override
    public Integer call() {
        Path source = Objects.requireNonNull(file, "picocli demands FILE");
        FamilyModel family = model.open();
        Conversation conversation = new ChatJson(new InputImages(family, source)).conversation(JsonInput.read(source));
        RenderedTokens tokens = finished
                ? family.renderer().renderFinished(conversation)
                : family.renderer().renderPrompt(conversation);
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        if (json) {
            out.println(RenderedJson.of(family.family(), tokens));
        } else {
            new RenderedView(family, tokens, Palette.ofTerminal()).print(out);
        }
        out.flush();
        return 0;
    }
}
