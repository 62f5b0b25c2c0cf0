package dev.fovea.cli.chat;

import dev.fovea.chat.Attribution;
import dev.fovea.chat.MessageLabel;
import dev.fovea.chat.Origin;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.contract.SidecarImage;
import java.util.function.ToIntFunction;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A prompt as JSON, in the form of the recorded chats. */
final class RenderedJson {

    private static final JsonMapper JSON = JsonMapper.shared();

    private RenderedJson() {}

    static String of(String family, RenderedTokens tokens) {
        ObjectNode json = JSON.createObjectNode().put("family", family);
        ArrayNode ids = json.putArray("token_ids");
        tokens.ids().ids().stream().forEach(ids::add);
        runs(tokens, json.putArray("message_indices"), Origin::message);
        runs(tokens, json.putArray("sampled_mask"), origin -> origin.sampled() ? 1 : 0);
        runs(tokens, json.putArray("is_content"), origin -> origin.content() ? 1 : 0);
        ArrayNode roles = json.putArray("message_roles");
        ArrayNode tools = json.putArray("message_tool_names");
        for (MessageLabel label : tokens.labels()) {
            roles.add(label.role());
            tools.add(label.toolName());
        }
        ArrayNode images = json.putArray("images");
        for (SidecarImage image : tokens.images().images()) {
            ObjectNode item = images.addObject().put("hash", image.hash().hex());
            item.put("offset", image.placeholder().offset());
            item.put("length", image.placeholder().length());
            item.set("payload", JSON.valueToTree(image.item().payload()));
        }
        return json.toString();
    }

    private static void runs(RenderedTokens tokens, ArrayNode out, ToIntFunction<Origin> value) {
        int from = 0;
        for (int i = 0; i < tokens.attribution().runs().size(); i++) {
            Attribution.Run run = tokens.attribution().runs().get(i);
            boolean last = i + 1 == tokens.attribution().runs().size();
            int current = value.applyAsInt(run.origin());
            if (last || value.applyAsInt(tokens.attribution().runs().get(i + 1).origin()) != current) {
                out.addArray().add(current).add(run.end() - from);
                from = run.end();
            }
        }
    }
}
