package dev.fovea.policy;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.vision.PixelPatches;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What transformers answered for one of the {@link GoldenCheckpoints}; recorded by {@code src/test/python/record_golden.py}. */
final class Golden {

    /** One sequence. */
    record Case(
            TokenIds ids,
            List<PositionScheme.PlacedGrid> grids,
            List<PixelPatches> pixels,
            Positions positions,
            List<Float> logits) {}

    private static final String PUBLISHED = "bfloat16-shards-own-head";

    private final JsonNode root;
    private final Qwen3VlConfig config;

    Golden(String name) {
        this(name, Objects.requireNonNull(GoldenCheckpoints.ALL.get(name)));
    }

    /** Of a folder that transformers wrote in bfloat16, in shards, with a head of its own. */
    static Golden published() {
        return new Golden(PUBLISHED, publishedFolder().config());
    }

    static CheckpointFolder publishedFolder() {
        URL config = Objects.requireNonNull(Golden.class.getResource("published/" + PUBLISHED + "/config.json"));
        return CheckpointFolder.open(Path.of(URI.create(config.toString())).resolveSibling(""));
    }

    private Golden(String name, Qwen3VlConfig config) {
        this.config = config;
        try (InputStream in = Golden.class.getResourceAsStream("golden-" + name + ".json")) {
            this.root = JsonMapper.shared().readTree(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode root() {
        return root;
    }

    Qwen3VlConfig config() {
        return config;
    }

    List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (JsonNode node : root.path("cases")) {
            List<PositionScheme.PlacedGrid> grids = new ArrayList<>();
            List<PixelPatches> pixels = new ArrayList<>();
            for (JsonNode image : node.path("images")) {
                GridThw grid = new GridThw(
                        1,
                        image.path("grid").get(1).asInt(),
                        image.path("grid").get(2).asInt());
                grids.add(new PositionScheme.PlacedGrid(
                        new PlaceholderRange(image.path("offset").asInt(), grid.patches() / 4), grid));
                pixels.add(TestPixels.of(
                        grid, config.vision().patchWidth(), image.path("seed").asInt()));
            }
            JsonNode axes = node.path("positions");
            cases.add(new Case(
                    ids(node.path("ids")),
                    grids,
                    pixels,
                    new Positions(ids(axes.get(0)), ids(axes.get(1)), ids(axes.get(2))),
                    floats(node.path("logits").asString())));
        }
        return cases;
    }

    private static TokenIds ids(JsonNode node) {
        return TokenIds.of(node.valueStream().mapToInt(JsonNode::asInt).toArray());
    }

    private static List<Float> floats(String base64) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
        List<Float> values = new ArrayList<>();
        while (bytes.hasRemaining()) {
            values.add(bytes.getFloat());
        }
        return values;
    }
}
