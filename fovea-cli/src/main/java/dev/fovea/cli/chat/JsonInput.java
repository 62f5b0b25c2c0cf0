package dev.fovea.cli.chat;

import dev.fovea.chat.PythonJson;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;

/** A file of JSON, or standard input where the file is named {@code -}. */
final class JsonInput {

    private JsonInput() {}

    static JsonNode read(Path file) {
        return PythonJson.read(text(file))
                .orElseThrow(() -> new RequestException(
                        ErrorCode.INVALID_JSON, file + " is no JSON, or nested deeper than 500 levels", "repair it"));
    }

    private static String text(Path file) {
        try {
            return file.toString().equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(file);
        } catch (IOException e) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    file + " does not read as UTF-8 text (" + e.getClass().getSimpleName() + ")",
                    "give a file of JSON, or - for standard input",
                    e);
        }
    }
}
