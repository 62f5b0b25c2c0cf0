package dev.fovea.cli.sft;

import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileUri;
import dev.fovea.assets.ImageIngest;
import dev.fovea.assets.ImageMediaType;
import dev.fovea.assets.ImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.chat.ChatJson.ImageSource;
import dev.fovea.chat.MessagePlace;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.vision.ImageResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * A dataset's pictures: data URLs, and files below the allowed folders. Each becomes a file under its own hash, so that batches are
 * made from the same bytes however the dataset named them.
 */
final class DatasetImages implements ImageSource {

    private final Path folder;
    private final AssetReader allowed;
    private final ImageStore store;
    private final ImageResolver resolver;

    /**
     * Images of one dataset.
     *
     * @param folder what relative paths start from
     * @param allowed reads the dataset's own files
     * @param resolver reads what was stored
     */
    DatasetImages(Path folder, AssetReader allowed, ImageStore store, ImageResolver resolver) {
        this.folder = folder;
        this.allowed = allowed;
        this.store = store;
        this.resolver = resolver;
    }

    @Override
    public ResolvedImage resolve(JsonNode source, MessagePlace place) {
        if (!source.isString()) {
            throw refused("an image without a URL");
        }
        String url = source.stringValue();
        return resolver.resolve(url.startsWith("data:") ? uploaded(url) : copied(url));
    }

    private String uploaded(String url) {
        try (ImageUpload upload = new ImageUpload(store)) {
            byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
            upload.write(bytes, 0, bytes.length);
            return upload.finish().uri();
        }
    }

    private String copied(String url) {
        byte[] bytes = allowed.read(url.startsWith("file:") ? url : FileUri.of(path(url)))
                .bytes();
        try (ImageIngest ingest = store.begin(new ImageMediaType(subtype(url)))) {
            ingest.write(bytes, 0, bytes.length);
            return ingest.commit().uri();
        }
    }

    private Path path(String url) {
        if (url.contains("://")) {
            throw refused("a remote picture; nothing is fetched");
        }
        try {
            return folder.resolve(url).normalize();
        } catch (InvalidPathException e) {
            throw refused("no path of this machine");
        }
    }

    private static String subtype(String url) {
        return url.substring(url.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static RequestException refused(String what) {
        return new RequestException(
                ErrorCode.UNSUPPORTED_IMAGE_SOURCE,
                "the image is " + what,
                "give a data URL, a file URL or a path, below the dataset's folder or an --image-root");
    }
}
