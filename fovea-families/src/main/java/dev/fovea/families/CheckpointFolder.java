package dev.fovea.families;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A folder with a model's files, as Hugging Face libraries write it. */
public record CheckpointFolder(Path path) {

    /** Settings take a few kilobytes; whatever is larger is something else. */
    private static final long MAX_SETTINGS_BYTES = 4L << 20;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The place of a file. */
    public Path file(String name) {
        return path.resolve(name);
    }

    /**
     * A file of settings.
     *
     * @throws SetupException where it is missing, too large or no JSON object
     */
    public JsonNode settings(String name) {
        try {
            JsonNode settings = JSON.readTree(content(name));
            if (!settings.isObject()) {
                throw refused(name + " is no JSON object");
            }
            return settings;
        } catch (JacksonException e) {
            throw unreadable(name, "does not read as JSON", e);
        }
    }

    private String content(String name) {
        Path file = file(name);
        try {
            if (Files.size(file) > MAX_SETTINGS_BYTES) {
                throw refused(name + " is larger than " + MAX_SETTINGS_BYTES + " bytes");
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw unreadable(name, "does not exist", e);
        } catch (IOException e) {
            throw unreadable(name, "does not read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    private SetupException unreadable(String name, String what, Exception cause) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT,
                "checkpoint " + path + ": " + name + " " + what,
                "give a folder with a model's config.json, tokenizer and preprocessor_config.json",
                cause);
    }

    /** Whether a file of settings is there and holds a text, as it is written in the file or with JSON's escapes undone. */
    public boolean contains(String name, String text) {
        Path file = file(name);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        String content = content(name);
        return content.contains(text) || content.replace("\\\\", "\\").contains(text);
    }

    /** A text member of a file of settings. */
    public String text(String name, String member) {
        JsonNode value = settings(name).path(member);
        if (!value.isString()) {
            throw refused(name + " has no text " + member);
        }
        return value.stringValue();
    }

    /** A member of a file of settings that is a whole number from 0 on. */
    public int index(String name, String member) {
        JsonNode value = settings(name).path(member);
        if (!value.isInt() || value.intValue() < 0) {
            throw refused(name + " has no number " + member);
        }
        return value.intValue();
    }

    /** What is wrong with this checkpoint, as an exception to throw. */
    public SetupException refused(String what) {
        return new SetupException(
                ErrorCode.INVALID_CHECKPOINT, "checkpoint " + path + ": " + what, "use a complete checkpoint folder");
    }
}
