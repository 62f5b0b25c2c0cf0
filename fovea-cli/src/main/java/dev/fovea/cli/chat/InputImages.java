package dev.fovea.cli.chat;

import dev.fovea.chat.ChatJson.ImageSource;
import dev.fovea.chat.MessagePlace;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.families.FamilyModel;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Images that a conversation on this machine names: data URLs, file URLs, and paths beside its file. */
final class InputImages implements ImageSource {

    private static final String BASE64 = ";base64,";

    private final FamilyModel family;
    private final Path folder;
    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);

    InputImages(FamilyModel family, Path conversation) {
        this.family = family;
        Path parent = conversation.toAbsolutePath().getParent();
        this.folder = parent == null ? Path.of("") : parent;
    }

    @Override
    public ResolvedImage resolve(JsonNode source, MessagePlace place) {
        if (!source.isString()) {
            throw refused("an image without a URL", "give a data URL, a file URL or a path");
        }
        String url = source.stringValue();
        byte[] bytes = url.startsWith("data:") ? dataUrl(url) : file(url);
        ImageHash hash = ImageHash.of(bytes);
        ImageLayout layout = family.imageProcessor().layout(decoder.check(bytes).size());
        RawImageDescriptor item = new RawImageDescriptor(
                family.imageProcessor().family(),
                family.imageProcessor().layoutFingerprint(),
                family.imageProcessor().payload(layout),
                null,
                url.startsWith("data:") ? "data:" + hash.hex() : url,
                Map.of());
        return new ResolvedImage(item, hash, layout.placeholderLength());
    }

    private static byte[] dataUrl(String url) {
        int comma = url.indexOf(BASE64);
        if (comma < 0) {
            throw refused("a data URL that is not base64", "encode the picture's bytes in base64");
        }
        try {
            return Base64.getDecoder().decode(url.substring(comma + BASE64.length()));
        } catch (IllegalArgumentException e) {
            throw new RequestException(
                    ErrorCode.INVALID_BASE64,
                    "the data URL is no strict base64",
                    "encode the picture's bytes again",
                    e);
        }
    }

    private byte[] file(String url) {
        try {
            Path path = path(url);
            if (Files.size(path) > ImageLimits.DEFAULT.maxEncodedBytes()) {
                throw new RequestException(
                        ErrorCode.IMAGE_TOO_LARGE,
                        path + " has more than " + ImageLimits.DEFAULT.maxEncodedBytes() + " bytes",
                        "use a smaller picture");
            }
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new RequestException(
                    ErrorCode.ASSET_MISSING,
                    "the picture does not read (" + e.getClass().getSimpleName() + ")",
                    "check its path",
                    e);
        }
    }

    private Path path(String url) {
        try {
            if (url.startsWith("file:")) {
                return Path.of(URI.create(url));
            }
            if (url.contains("://")) {
                throw refused("a remote picture; nothing is fetched", "give a data URL, a file URL or a path");
            }
            return folder.resolve(url);
        } catch (InvalidPathException e) {
            throw refused("no path of this machine", "check it");
        } catch (IllegalArgumentException e) {
            throw refused("no file URL of this machine", "write file:///absolute/path");
        }
    }

    private static RequestException refused(String what, String remedy) {
        return new RequestException(ErrorCode.UNSUPPORTED_IMAGE_SOURCE, "the image is " + what, remedy);
    }
}
