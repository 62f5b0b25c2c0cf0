package dev.fovea.conform.training;

import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.FileUri;
import dev.fovea.assets.ImageDirectory;
import dev.fovea.assets.ImageUpload;
import dev.fovea.assets.StoreSettings;
import dev.fovea.assets.UploadedImage;
import dev.fovea.conform.ConformReport;
import dev.fovea.contract.error.FoveaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The image store: data URLs to files, paths to URIs and back, the directory's levels. */
final class StoreRecords {

    private final ConformReport report;

    StoreRecords(ConformReport report) {
        this.report = report;
    }

    /** A data URL: name, hash and bytes of its file. */
    void image(JsonNode row) {
        String id = "store/images " + row.path("id").stringValue();
        JsonNode url = row.path("url");
        JsonNode verdict = row.path("verdict");
        boolean stored = Recorded.accepted(verdict) && !verdict.path("ok").isNull();
        Optional<Path> ours = url.isString() ? upload(url.stringValue()) : Optional.empty();
        if (!stored) {
            report.compare(id, true, ours.isEmpty() || url.stringValue().startsWith("file://"));
        } else if (ours.isEmpty() && !isCanonicalBase64(url.stringValue())) {
            report.apart("base64 that is not canonical is refused");
        } else {
            report.compare(
                    id,
                    verdict.path("ok").path("name").stringValue(),
                    ours.map(file -> file.getFileName().toString()).orElse("refused"));
        }
        ours.ifPresent(StoreRecords::delete);
    }

    private static Optional<Path> upload(String url) {
        try {
            Path folder = Files.createTempDirectory("fovea-conform");
            folder.toFile().deleteOnExit();
            try (ImageUpload upload = new ImageUpload(FileImageStore.open(StoreSettings.at(folder)))) {
                byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
                upload.write(bytes, 0, bytes.length);
                UploadedImage image = upload.finish();
                return Optional.of(FileUri.parse(image.uri()));
            } catch (FoveaException refused) {
                Files.deleteIfExists(folder);
                return Optional.empty();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The standard alphabet and its padding, folded at most. */
    private static boolean isCanonicalBase64(String url) {
        String payload =
                url.substring(url.indexOf(";base64,") + ";base64,".length()).replaceAll("[\r\n\t]", "");
        try {
            return !payload.isEmpty()
                    && Base64.getEncoder()
                            .encodeToString(Base64.getDecoder().decode(payload))
                            .equals(payload);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** A path's URI, or a URI's path. */
    void uri(JsonNode row) {
        String id = "store/uris " + row.path("id").stringValue();
        String uri = row.path("uri").stringValue();
        if (row.has("path")) {
            report.compare(id, uri, FileUri.of(Path.of(row.path("path").stringValue())));
            return;
        }
        JsonNode verdict = row.path("verdict");
        Optional<String> ours = parsed(uri);
        if (!Recorded.accepted(verdict)) {
            report.compare(id, Optional.empty(), ours);
        } else if (ours.isEmpty() && isCareless(uri, verdict.path("ok").stringValue())) {
            report.apart("URIs with blanks, control characters, NUL, bad UTF-8 or a relative path are refused");
        } else {
            report.compare(
                    id, Optional.of(Path.of(verdict.path("ok").stringValue()).toString()), ours);
        }
    }

    private static Optional<String> parsed(String uri) {
        try {
            return Optional.of(FileUri.parse(uri).toString());
        } catch (FoveaException refused) {
            return Optional.empty();
        }
    }

    private static boolean isCareless(String uri, String path) {
        return uri.chars().anyMatch(letter -> letter <= ' ' || letter == 0x7f)
                || path.indexOf('\0') >= 0
                || path.indexOf('\ufffd') >= 0
                || !path.startsWith("/");
    }

    /** The levels at which a directory may be named. */
    void directory(JsonNode row) {
        String id = "store/directories " + row.path("id").stringValue();
        Map<String, String> environment = new LinkedHashMap<>();
        row.path("env")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().stringValue()));
        JsonNode configured = row.path("offload_dir");
        Path ours = ImageDirectory.forLauncher(
                configured.isString() ? configured.stringValue() : null,
                environment,
                row.path("output_dir").stringValue());
        report.compare(id, row.path("result").path("ok").stringValue(), ours.toString());
    }
}
