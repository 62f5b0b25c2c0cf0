package dev.fovea.cli;

import java.nio.charset.StandardCharsets;

/** Chat requests as text. */
final class TestBodies {

    private TestBodies() {}

    /** A request with these members of the body. */
    static byte[] body(String members) {
        return ("{\"model\":\"m\",\"max_tokens\":4," + members + "}").getBytes(StandardCharsets.UTF_8);
    }

    static byte[] messages(String... messages) {
        return body("\"messages\":[" + String.join(",", messages) + "]");
    }

    static String message(String role, String content) {
        return "{\"role\":\"" + role + "\",\"content\":" + content + "}";
    }

    static String user(String text) {
        return message("user", "\"" + text + "\"");
    }

    /** A user message of parts. */
    static String parts(String... parts) {
        return message("user", "[" + String.join(",", parts) + "]");
    }

    static String image(String url) {
        return "{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + url + "\"}}";
    }

    static String text(String text) {
        return "{\"type\":\"text\",\"text\":\"" + text + "\"}";
    }
}
