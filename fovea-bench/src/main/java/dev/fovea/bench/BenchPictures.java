package dev.fovea.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A folder with the made-up screenshot and Qwen3-VL's settings; closing deletes it.
 *
 * @param folder everything is below it
 */
public record BenchPictures(Path folder) implements AutoCloseable {

    /** Writes both files and the checkpoint's settings into an empty folder. */
    public static BenchPictures write(Path folder) throws IOException {
        BenchPictures pictures = new BenchPictures(folder);
        Screenshot.write(pictures.jpeg(), pictures.png());
        Files.createDirectory(pictures.checkpoint());
        for (String name : List.of("config.json", "preprocessor_config.json")) {
            Files.write(pictures.checkpoint().resolve(name), resource("qwen3-vl/" + name));
        }
        return pictures;
    }

    /** 1920x1080, quality 85, 4:2:0. */
    public Path jpeg() {
        return folder.resolve("screenshot.jpg");
    }

    /** The same pixels. */
    public Path png() {
        return folder.resolve("screenshot.png");
    }

    /** {@code config.json} and {@code preprocessor_config.json}. */
    public Path checkpoint() {
        return folder.resolve("checkpoint");
    }

    static byte[] resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(BenchPictures.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> inside = Files.walk(folder)) {
            inside.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}
