package dev.fovea.families.chat;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.ChatJson;
import dev.fovea.chat.Message;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.testing.Qwen3TokenizerFile;
import dev.fovea.families.Families;
import dev.fovea.families.PlacedImages;
import dev.fovea.families.RendererSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The families' renderers over one tokenizer; a picture fills one to three pads. */
enum RandomFamily {
    QWEN3_VL("qwen3-vl", "{}"),
    QWEN3_VL_NUMBERED("qwen3-vl", "{\"add_vision_id\": true}"),
    QWEN3("qwen3", "{}"),
    QWEN3_SILENT("qwen3", "{\"enable_thinking\": false}"),
    QWEN35("qwen3.5", "{}"),
    QWEN35_SILENT("qwen3.5", "{\"enable_thinking\": false}"),
    QWEN36("qwen3.6", "{\"preserve_thinking\": true}"),
    QWEN38("qwen3.8", "{}"),
    KIMI_K2("kimi-k2", "{}"),
    KIMI_K25("kimi-k2.5", "{}"),
    KIMI_K25_SILENT("kimi-k2.5", "{\"thinking\": false}"),
    KIMI_K25_COMPACT("kimi-k2.5", "{\"image_placeholder\": \"compact\"}");

    private static final BytePairTokenizer QWEN = BytePairTokenizer.read(Qwen3TokenizerFile.path());

    /** Kimi's special tokens at their ids, behind Qwen3's words: no library carries Kimi's. */
    private static final List<String> KIMI_TOKENS = List.of(
            "[BOS]",
            "[EOS]",
            "<|im_end|>",
            "<|im_user|>",
            "<|im_assistant|>",
            "<|im_system|>",
            "<|tool_calls_section_begin|>",
            "<|tool_calls_section_end|>",
            "<|tool_call_begin|>",
            "<|tool_call_argument_begin|>",
            "<|tool_call_end|>",
            "<|im_middle|>");

    private static final List<String> MEDIA_TOKENS =
            List.of("<|media_begin|>", "<|media_content|>", "<|media_end|>", "<|media_pad|>", "<think>", "</think>");

    private static final BytePairTokenizer KIMI = QWEN.withAddedTokens(numbered(KIMI_TOKENS));

    private static final BytePairTokenizer KIMI_MEDIA = QWEN.withAddedTokens(
            numbered(Stream.concat(KIMI_TOKENS.stream(), MEDIA_TOKENS.stream()).toList()));

    private static Map<String, Integer> numbered(List<String> tokens) {
        Map<String, Integer> ids = new HashMap<>();
        tokens.forEach(token -> ids.put(token, 163_584 + ids.size()));
        return ids;
    }

    private final String family;
    private final String settings;

    RandomFamily(String family, String settings) {
        this.family = family;
        this.settings = settings;
    }

    BytePairTokenizer tokenizer() {
        return switch (this) {
            case QWEN3_VL, QWEN3_VL_NUMBERED, QWEN3, QWEN3_SILENT, QWEN35, QWEN35_SILENT, QWEN36, QWEN38 -> QWEN;
            case KIMI_K2 -> KIMI;
            case KIMI_K25, KIMI_K25_SILENT, KIMI_K25_COMPACT -> KIMI_MEDIA;
        };
    }

    /** The id that fills an image's place, or -1. */
    int imagePad() {
        BytePairTokenizer tokenizer = tokenizer();
        return tokenizer
                .specialToken(tokenizer == QWEN ? "<|image_pad|>" : "<|media_pad|>")
                .orElse(-1);
    }

    Renderer renderer() {
        return Families.named(family)
                .renderer(
                        tokenizer(),
                        RendererSettings.of(PythonJson.read(settings).orElseThrow()));
    }

    boolean showsImages() {
        return !family.equals("qwen3") && !family.equals("kimi-k2");
    }

    /** Whether an assistant's last message shows its reasoning; Kimi-K2.5 keeps that of open calls alone. */
    boolean showsReasoning(ObjectNode last) {
        return switch (this) {
            case QWEN3, QWEN3_SILENT, QWEN35, QWEN35_SILENT, QWEN36, QWEN38 -> true;
            case QWEN3_VL, QWEN3_VL_NUMBERED, KIMI_K2, KIMI_K25_SILENT -> false;
            case KIMI_K25, KIMI_K25_COMPACT -> last.has("tool_calls");
        };
    }

    /** Whether a text that begins with a marker of reasoning is reasoning, since the vocabulary has no token for it. */
    boolean spellsReasoning() {
        return this == KIMI_K2;
    }

    static List<Message> messages(JsonNode list) {
        return new ChatJson((source, place) -> {
                    String name = source.asString("img0");
                    return PlacedImages.named(name, 1 + name.charAt(name.length() - 1) % 3);
                })
                .messages(list);
    }
}
