package dev.fovea.families;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Recorded truth of the reference processors, from the test resources, and the settings of the checkpoints that made it. */
public final class ImageGolden {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ImageGolden() {}

    /** A folder with {@code config.json} and {@code preprocessor_config.json} alone. */
    public static Path checkpoint(String family) {
        try {
            return Path.of(resource("/images/checkpoints/" + family).toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public static List<JsonNode> lines(String resource) {
        try (InputStream in = resource(resource).openStream();
                InputStream text = resource.endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return lines(text.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<JsonNode> lines(byte[] text) {
        return new String(text, StandardCharsets.UTF_8)
                .lines()
                .map(MAPPER::readTree)
                .toList();
    }

    static byte[] bytes(String resource) {
        try (InputStream in = resource(resource).openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] patches(ImageProcessor processor, RgbImage image, PixelForm form) {
        ImageLayout layout = processor.layout(image.size());
        ByteBuffer target = ByteBuffer.allocate(layout.grid().patches() * processor.patchWidth() * form.bytes());
        processor.process(image, layout, form, target);
        return target.array();
    }

    public static String sha256(byte[] bytes) {
        return ImageHash.of(bytes).hex();
    }

    public static String crc32(byte[] bytes) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    /** T(width, height) of image-processing.md, section 9. */
    public static RgbImage t(int width, int height) {
        byte[] samples = new byte[3 * width * height];
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                samples[at++] = (byte) (7 * x + 13 * y);
                samples[at++] = (byte) (x * y + 31);
                samples[at++] = (byte) (5 * (x ^ y));
            }
        }
        return new RgbImage(new ImageSize(width, height), samples);
    }

    private static java.net.URL resource(String name) {
        return Objects.requireNonNull(ImageGolden.class.getResource(name), name);
    }
}
