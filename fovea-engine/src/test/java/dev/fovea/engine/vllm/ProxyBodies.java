package dev.fovea.engine.vllm;

import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.wire.MmRef;
import dev.fovea.engine.GenerateRequest;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What clients of the offload contract send, written as its section 11 says. */
final class ProxyBodies {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ProxyBodies() {}

    static ObjectNode of(GenerateRequest request) {
        ObjectNode body = JSON.createObjectNode();
        body.put("model", "tiny");
        body.set("token_ids", JSON.valueToTree(request.prompt().ids().toArray()));
        body.putObject("sampling_params").put("max_tokens", 4).put("logprobs", 1);
        List<SidecarImage> images = request.images().images();
        if (!images.isEmpty()) {
            body.set(
                    "features",
                    JSON.valueToTree(Map.of(
                            "mm_hashes",
                            Map.of(
                                    "image",
                                    images.stream()
                                            .map(image -> image.hash().hex())
                                            .toList()),
                            "mm_placeholders",
                            Map.of(
                                    "image",
                                    images.stream()
                                            .map(image -> Map.of(
                                                    "offset",
                                                            image.placeholder().offset(),
                                                    "length",
                                                            image.placeholder().length()))
                                            .toList()),
                            "kwargs_data",
                            Map.of(
                                    "image",
                                    images.stream()
                                            .map(image -> MmRef.of(image.item(), image.hash())
                                                    .encode())
                                            .toList()))));
        }
        return body;
    }
}
