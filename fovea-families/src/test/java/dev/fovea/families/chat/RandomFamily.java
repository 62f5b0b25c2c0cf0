package dev.fovea.families.chat;

import dev.fovea.chat.BytePairTokenizer;
import dev.fovea.chat.ChatJson;
import dev.fovea.chat.Message;
import dev.fovea.chat.PythonJson;
import dev.fovea.chat.Renderer;
import dev.fovea.families.Families;
import dev.fovea.families.PlacedImages;
import dev.fovea.families.RendererSettings;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The families' renderers over one tokenizer; a picture fills one to three pads. */
enum RandomFamily {
    QWEN3_VL("qwen3-vl", "{}"),
    QWEN3_VL_NUMBERED("qwen3-vl", "{\"add_vision_id\": true}"),
    QWEN3("qwen3", "{}"),
    QWEN3_SILENT("qwen3", "{\"enable_thinking\": false}"),
    QWEN35("qwen3.5", "{}"),
    QWEN35_SILENT("qwen3.5", "{\"enable_thinking\": false}"),
    QWEN36("qwen3.6", "{\"preserve_thinking\": true}"),
    QWEN38("qwen3.8", "{}");

    private final String family;
    private final String settings;

    RandomFamily(String family, String settings) {
        this.family = family;
        this.settings = settings;
    }

    Renderer renderer(BytePairTokenizer tokenizer) {
        return Families.named(family)
                .renderer(
                        tokenizer, RendererSettings.of(PythonJson.read(settings).orElseThrow()));
    }

    boolean showsImages() {
        return !family.equals("qwen3");
    }

    boolean showsReasoning() {
        return !family.equals("qwen3-vl");
    }

    static List<Message> messages(JsonNode list) {
        return new ChatJson((source, place) -> {
                    String name = source.asString("img0");
                    return PlacedImages.named(name, 1 + name.charAt(name.length() - 1) % 3);
                })
                .messages(list);
    }
}
