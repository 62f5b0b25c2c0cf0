package dev.fovea.chat;

import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.contract.ImageHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When two messages are the same message: SHA-256 over fields that are each preceded by their length, so that no two field lists
 * meet in one byte string.
 *
 * <p>Spellings that mean the same count as one: absent, null, empty and [] content; neighbouring texts and their join; arguments
 * that are equal as JSON, {@code ""} and {@code {}} among them. A tool's name does not count, an image counts by its URI,
 * reasoning counts.
 */
public final class MessageKeys {

    private final MessageDigest digest = ImageHash.sha256();

    private MessageKeys() {}

    /** 64 hexadecimal digits. */
    public static String of(Message message) {
        return new MessageKeys().key(message);
    }

    private String key(Message message) {
        field(message.role());
        content(message.content());
        if (message instanceof AssistantMessage assistant) {
            assistant(assistant);
        }
        if (message instanceof ToolMessage tool) {
            field(tool.toolCallId());
        } else {
            speaker(message.name());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Templates that show a speaker's name show another prompt for another name. */
    private void speaker(@Nullable String name) {
        if (name != null) {
            field("name");
            field(name);
        }
    }

    private void content(List<ContentPart> content) {
        StringBuilder text = new StringBuilder();
        for (ContentPart part : content) {
            switch (part) {
                case ContentPart.Text more -> text.append(more.text());
                case ContentPart.Thinking thinking -> {
                    text(text);
                    field("thinking");
                    field(thinking.thinking());
                }
                case ContentPart.Image image -> {
                    text(text);
                    field("image");
                    field(image.image().item().rawImageUri());
                }
            }
        }
        text(text);
    }

    private void text(StringBuilder text) {
        if (!text.isEmpty()) {
            field("text");
            field(text.toString());
            text.setLength(0);
        }
    }

    private void assistant(AssistantMessage assistant) {
        if (assistant.reasoning() != null && !assistant.reasoning().isEmpty()) {
            field("reasoning");
            field(assistant.reasoning());
        }
        for (ToolCall call : assistant.toolCalls()) {
            field("tool_call");
            field(call.id());
            field(call.name());
            field(canonicalArguments(call.arguments()));
        }
    }

    private static String canonicalArguments(String arguments) {
        return arguments.isBlank()
                ? "{}"
                : PythonJson.read(arguments).map(PythonJson::canonical).orElse(arguments);
    }

    private void field(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(utf8.length).flip());
        digest.update(utf8);
    }
}
