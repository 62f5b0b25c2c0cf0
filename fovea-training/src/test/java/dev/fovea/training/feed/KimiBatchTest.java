package dev.fovea.training.feed;

import static dev.fovea.training.feed.TensorReads.integers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileUri;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.Positions;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.families.ImageProcessors;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.Materializer;
import dev.fovea.vision.MaterializerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Kimi's model takes other names and axes, one-axis positions and no token types. */
class KimiBatchTest {

    private static final PositionScheme ONE_AXIS = (length, images) -> {
        TokenIds count = TokenIds.of(IntStream.range(0, length).toArray());
        return new Positions(count, count, count);
    };

    @TempDir
    private Path folder;

    @Test
    void pixelsAndGridsHaveKimisNamesAndAxes() throws Exception {
        for (String file : List.of("kimi/config.json", "kimi/preprocessor_config.json", "photo.jpg")) {
            copy(file);
        }
        ImageProcessor processor = ImageProcessors.open(folder);
        ImageLayout layout = processor.layout(new ImageSize(64, 48));

        try (TensorBatch batch = maker(processor)
                .make(Rows.of(4, List.of(photo(processor, layout))), new BatchPlace(1, 0, 0, 1), new PixelBudget(0))) {
            assertThat(batch.tensor("pixel_values").orElseThrow().shape())
                    .containsExactly((long) layout.grid().patches(), 3L, 14L, 14L);
            assertThat(integers(batch, "grid_thws"))
                    .containsExactly(1, layout.grid().h(), layout.grid().w());
            assertThat(batch.tensor("image_grid_thw")).isEmpty();
            assertThat(integers(batch, "mrope_position_ids")).containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
            assertThat(JsonMapper.shared()
                            .readTree(batch.metadata().json())
                            .get("pass_position_ids_with_mm")
                            .asBoolean())
                    .isTrue();
        }
    }

    private void copy(String file) throws IOException {
        try (InputStream resource = KimiBatchTest.class.getResourceAsStream("/feed/" + file)) {
            Files.copy(resource, folder.resolve(Path.of(file).getFileName()));
        }
    }

    /** On Kimi's wire an image is one pad. */
    private ImageRef photo(ImageProcessor processor, ImageLayout layout) throws IOException {
        Path file = folder.toRealPath().resolve("photo.jpg");
        RawImageDescriptor item = new RawImageDescriptor(
                processor.family(), null, processor.payload(layout), null, FileUri.of(file), Map.of());
        return new ImageRef(item, ImageHash.of(Files.readAllBytes(file)).mmHash(), new PlaceholderRange(1, 1));
    }

    private BatchMaker maker(ImageProcessor processor) {
        MultimodalSettings settings = MultimodalSettings.DEFAULTS;
        Materializer source = new Materializer(
                new AssetReader(AllowedRoots.of(List.of(folder)), ImageLimits.DEFAULT.maxEncodedBytes()),
                ImageDecoder.proven(ImageLimits.DEFAULT),
                processor,
                new MaterializerSettings(settings.pixels(), 0, 1 << 26));
        FeedModel model = new FeedModel("kimi-k2.5", processor, ONE_AXIS, new ForwardPolicy(true, false));
        return new BatchMaker(model, source, settings, new ProofLedger());
    }
}
