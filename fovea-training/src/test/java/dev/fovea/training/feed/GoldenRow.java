package dev.fovea.training.feed;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileUri;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.families.ImageProcessors;
import dev.fovea.families.qwen3vl.Qwen3VlPositions;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerSettings;
import dev.fovea.vision.PixelSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The row that transformers made, with its pictures in a folder of the test's. */
final class GoldenRow {

    private static final List<String> FILES =
            List.of("config.json", "preprocessor_config.json", "golden.json", "wide.png", "tall.png", "photo.jpg");

    private final Path folder;
    private final JsonNode golden;

    private GoldenRow(Path folder, JsonNode golden) {
        this.folder = folder;
        this.golden = golden;
    }

    static GoldenRow in(Path folder) throws IOException {
        for (String file : FILES) {
            try (InputStream resource = GoldenRow.class.getResourceAsStream("/feed/" + file)) {
                Files.copy(resource, folder.resolve(file));
            }
        }
        return new GoldenRow(folder, JsonMapper.shared().readTree(folder.resolve("golden.json")));
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    JsonNode expected(String member) {
        return golden.get(member);
    }

    FeedModel model() {
        ImageProcessor processor = ImageProcessors.open(folder);
        return new FeedModel("qwen3-vl", processor, new Qwen3VlPositions(2), new ForwardPolicy(false, true));
    }

    PixelSource source(MultimodalSettings settings) {
        return new Materializer(
                new AssetReader(AllowedRoots.of(List.of(folder)), ImageLimits.DEFAULT.maxEncodedBytes()),
                ImageDecoder.proven(ImageLimits.DEFAULT),
                model().processor(),
                new MaterializerSettings(settings.pixels(), 0, 1 << 26));
    }

    BatchMaker maker(MultimodalSettings settings) {
        return maker(settings, source(settings));
    }

    BatchMaker maker(MultimodalSettings settings, PixelSource source) {
        return new BatchMaker(model(), source, settings, new ProofLedger());
    }

    /** Every token trained but the pads, with advantage 0.5 and all three streams. */
    MicroBatch row() throws IOException {
        int[] ids = numbers("input_ids");
        int size = ids.length;
        List<ImageRef> images = images();
        int[] types = new int[size];
        images.forEach(image -> Arrays.fill(
                types, image.placeholder().offset(), image.placeholder().end(), 1));
        List<Integer> lengths = Arrays.stream(numbers("seq_lens")).boxed().toList();
        int[] positions = lengths.stream()
                .flatMapToInt(length -> IntStream.range(0, length))
                .toArray();
        TokenMask mask = TokenMask.filled(size, true);
        return new MicroBatch(
                ExpandedIds.of(ids),
                mask,
                TokenValues.filled(size, 0.5),
                TokenValues.filled(size, -0.25),
                TokenIds.of(positions),
                lengths,
                TokenValues.filled(size, 1),
                new TokenNames.Builder()
                        .add("maze", 10)
                        .add("colours", size - 12)
                        .add("maze", 2)
                        .build(),
                null,
                null,
                null,
                images,
                TokenIds.of(types),
                new LossStreams(
                        TokenValues.filled(size, 1), TokenValues.filled(size, 0.125), TokenValues.filled(size, 0.25)),
                "run_a",
                3L);
    }

    private List<ImageRef> images() throws IOException {
        List<ImageRef> images = new ArrayList<>();
        for (int i = 0; i < golden.get("images").size(); i++) {
            JsonNode span = golden.get("spans").get(i);
            JsonNode grid = golden.get("image_grid_thw").get(i);
            images.add(image(
                    golden.get("images").get(i).asString(),
                    List.of(
                            grid.get(0).asInt(),
                            grid.get(1).asInt(),
                            grid.get(2).asInt()),
                    new PlaceholderRange(span.get(0).asInt(), span.get(1).asInt())));
        }
        return images;
    }

    ImageRef image(String name, List<Integer> grid, PlaceholderRange span) throws IOException {
        RawImageDescriptor item = new RawImageDescriptor(
                "qwen_vl",
                null,
                Map.of("image_grid_thw", List.of(grid)),
                null,
                FileUri.of(folder.toRealPath().resolve(name)),
                Map.of());
        return new ImageRef(item, ImageHash.of(Files.readAllBytes(file(name))).mmHash(), span);
    }

    int[] numbers(String member) {
        return golden.get(member).valueStream().mapToInt(JsonNode::asInt).toArray();
    }
}
