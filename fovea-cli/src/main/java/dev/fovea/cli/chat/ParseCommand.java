package dev.fovea.cli.chat;

import dev.fovea.chat.ParsedCompletion;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.FamilyModel;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code fovea parse}. */
@Command(
        name = "parse",
        description = {
            "Reads what a model sampled: content, reasoning and tool calls, as JSON.",
            "FILE is a list of ids, a text, or an object with completion (ids or text) and, optionally, prompt (ids or text) and "
                    + "tools. In these texts the spelling of a special token is the token."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class ParseCommand implements Callable<Integer> {

    @Mixin
    private ModelOptions model = new ModelOptions();

    @Parameters(paramLabel = "FILE", description = "What was sampled; - reads standard input.")
    private @Nullable Path file;

    @Override
    public Integer call() {
        JsonNode input = JsonInput.read(Objects.requireNonNull(file, "picocli demands FILE"));
        FamilyModel family = model.open();
        ParsedCompletion parsed = input.isObject()
                ? family.renderer()
                        .parse(
                                new ExpandedIds(optional(family, input.path("prompt"))),
                                ids(family, input.path("completion")),
                                input.path("tools").valueStream().toList())
                : family.renderer().parse(ExpandedIds.of(), ids(family, input));
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println(ParsedJson.of(parsed));
        return 0;
    }

    private static TokenIds optional(FamilyModel family, JsonNode value) {
        return value.isMissingNode() || value.isNull() ? TokenIds.empty() : ids(family, value);
    }

    private static TokenIds ids(FamilyModel family, JsonNode value) {
        if (value.isString()) {
            return family.tokenizer().encodeMarked(value.stringValue());
        }
        boolean ids = value.isArray() && value.valueStream().allMatch(id -> id.isInt() && id.intValue() >= 0);
        if (!ids) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    "the completion or prompt is neither a text nor a list of token ids",
                    "see fovea parse --help");
        }
        return TokenIds.of(value.valueStream().mapToInt(JsonNode::intValue).toArray());
    }
}
