package dev.fovea.families.kimi;

import dev.fovea.chat.ChatTemplate;
import dev.fovea.chat.CompletionParser;
import dev.fovea.chat.CompletionParser.EmptyReasoning;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.SpelledMarkers;
import dev.fovea.chat.TemplateRenderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.chat.ToolCallReader;
import java.util.OptionalInt;
import java.util.function.Function;

/** Renderers of Kimi's families: a template, and how calls are read. */
public final class KimiChat {

    private KimiChat() {}

    /**
     * A renderer whose completions mark reasoning by tokens, or spell the marks where the vocabulary has none.
     *
     * @param calls the reader of calls, given the tokenizer that it decodes with
     */
    public static Renderer renderer(
            Tokenizer tokenizer,
            KimiTokens tokens,
            ChatTemplate template,
            Function<Tokenizer, ToolCallReader> calls,
            EmptyReasoning empty) {
        int pad = tokens.vision().imagePad();
        return new TemplateRenderer(
                tokenizer,
                template,
                parser(tokenizer, tokens, calls, empty),
                pad < 0 ? OptionalInt.empty() : OptionalInt.of(pad));
    }

    private static CompletionParser parser(
            Tokenizer tokenizer, KimiTokens tokens, Function<Tokenizer, ToolCallReader> calls, EmptyReasoning empty) {
        if (tokens.marksReasoning()) {
            return new CompletionParser(
                    tokenizer,
                    tokens.markers(tokenizer, tokens.think(), tokens.thinkEnd()),
                    calls.apply(tokenizer),
                    tokens.visionIds(),
                    empty);
        }
        SpelledMarkers spelled = new SpelledMarkers(tokenizer, KimiTokens.THINK, KimiTokens.THINK_END);
        return CompletionParser.spelled(
                spelled,
                tokens.markers(tokenizer, spelled.open(), spelled.close()),
                calls.apply(spelled),
                tokens.visionIds(),
                empty);
    }
}
