package dev.fovea.cli;

import static dev.fovea.cli.RefusedImages.PAYLOAD;
import static dev.fovea.cli.RefusedImages.PNG;
import static dev.fovea.cli.TestBodies.body;
import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.message;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.user;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/** Requests that no gateway takes: by their parts, by their messages, by their options, and by their bytes. */
final class RefusedRequests {

    static final int MOST_TEXT_BYTES = 1 << 20;
    static final int MOST_BODY_BYTES = 4 << 20;

    private RefusedRequests() {}

    static Stream<Refusal> all() {
        return Stream.of(contents(), conversations(), options(), bytes()).flatMap(part -> part);
    }

    private static Stream<Refusal> contents() {
        return Stream.of(
                part("an image_url that is a string", "{\"type\":\"image_url\",\"image_url\":\"" + PNG + "\"}"),
                part("a part of no type", "{\"text\":\"" + PAYLOAD + "\"}"),
                part("an unknown part", "{\"type\":\"" + PAYLOAD + "\"}"),
                part("an image without a URL", "{\"type\":\"image_url\",\"image_url\":{}}"),
                part("a URL that is a list", "{\"type\":\"image_url\",\"image_url\":{\"url\":[\"" + PNG + "\"]}}"),
                part("an image that is null", "{\"type\":\"image\",\"image\":null}"),
                part("a part that is null", "null"),
                Refusal.of(
                        "audio",
                        messages(parts("{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"" + PAYLOAD + "\"}}")),
                        "unsupported_modality",
                        "messages[0].content[0]"));
    }

    private static Refusal part(String name, String part) {
        return Refusal.of(name, messages(parts(part)), "invalid_request", "messages[0].content[0]");
    }

    private static Stream<Refusal> conversations() {
        return Stream.of(
                invalid("no messages", body("\"messages\":[]"), "messages"),
                invalid("messages that are missing", body("\"x\":1"), "messages"),
                invalid("messages that are an object", body("\"messages\":{}"), "messages"),
                invalid("an unknown role", messages(message(PAYLOAD, "\"x\"")), "messages[0].role"),
                invalid("a message without a role", messages("{\"content\":\"x\"}"), "messages[0].role"),
                invalid("a user who says null", messages(user("x"), message("user", "null")), "messages[1].content"),
                invalid("a user who says nothing", messages("{\"role\":\"user\"}"), "messages[0].content"),
                invalid(
                        "a tool without a call",
                        messages(user("x"), message("tool", "\"x\"")),
                        "messages[1].tool_call_id"),
                Refusal.of(
                        "half a surrogate pair",
                        messages(user("\\ud83d")),
                        "unpaired_surrogate",
                        "messages[0].content"),
                Refusal.of(
                        "a prompt beyond the context",
                        messages(user("x ".repeat(120_000))),
                        "prompt_too_long",
                        "tokens"));
    }

    private static Stream<Refusal> options() {
        return Stream.of(
                option("stream", "true"),
                option("n", "2"),
                option("temperature", "-1"),
                option("temperature", "1e999"),
                option("temperature", "\"hot\""),
                option("top_p", "0"),
                option("top_p", "1.5"),
                option("max_tokens", "0"),
                option("max_completion_tokens", "1.5"),
                option("max_completion_tokens", "99999999999999999999"),
                option("seed", "\"x\""),
                option("tools", "\"x\""),
                option("tools", "[null]"));
    }

    private static Refusal option(String name, String value) {
        byte[] body = ascii("{\"" + name + "\":" + value + ",\"messages\":[" + user("x") + "]}");
        return invalid(name + " " + value, body, name);
    }

    private static Stream<Refusal> bytes() {
        byte[] whole = messages(parts(image(PNG)));
        byte[] notUtf8 = messages(user("abc"));
        notUtf8[notUtf8.length - 6] = (byte) 0xFF;
        byte[] wide = new String(whole, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16BE);
        byte[] deep = body("\"messages\":" + "[".repeat(1000) + "]".repeat(1000));
        byte[] twice = body("\"messages\":[],\"messages\":[" + user("x") + "]");
        return Stream.of(
                invalid("no body", new byte[0], "the body"),
                invalid("a list", ascii("[]"), "the body"),
                broken("a body cut inside an image", Arrays.copyOf(whole, 200), "string"),
                broken("a body cut inside the structure", Arrays.copyOf(whole, whole.length - 1), "line 1"),
                broken("two documents", ascii("{} {}"), "line 1"),
                broken("a member twice", twice, "line 1"),
                broken("bytes that are no UTF-8", notUtf8, "UTF-8"),
                broken("another encoding", wide, "line 1"),
                broken("a thousand lists", deep, "nested"),
                broken("an unknown escape", messages(user("\\x41")), "escape"),
                broken("brackets that do not match", ascii("{\"messages\":[}]"), "line 1"),
                broken("a bracket too much", ascii("{}}"), "closes"),
                large("too much text", messages(user("x".repeat(MOST_TEXT_BYTES + 1)))));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Refusal invalid(String name, byte[] body, String place) {
        return Refusal.of(name, body, "invalid_request", place);
    }

    private static Refusal broken(String name, byte[] body, String place) {
        return Refusal.of(name, body, "invalid_json", place);
    }

    private static Refusal large(String name, byte[] body) {
        return Refusal.of(name, body, 413, "body_too_large", "bytes");
    }
}
