package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.body;
import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.message;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;
import static dev.fovea.cli.TestBodies.user;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Good requests with a few bytes or words changed; the same seed gives the same bodies. */
final class BodyMutations {

    private static final int MOST_CHANGES = 4;
    private static final String PNG = TestImages.dataUrl(TestImages.png(0x336699, 32, 32));

    private static final List<byte[]> GOOD = List.of(
            messages(user("hello")),
            messages(message("system", "\"Look.\""), parts(image(PNG), text("what?"))),
            messages(
                    parts(image(PNG), image(PNG)),
                    message("assistant", "\"Hi\""),
                    parts(text("and \\u00e9 \\ud83d\\ude00?"))),
            messages(
                    user("call"),
                    "{\"role\":\"assistant\",\"content\":null,\"reasoning\":\"hm\",\"tool_calls\":[{\"id\":\"c\",\"type\":"
                            + "\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}",
                    "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":[" + image(PNG) + "]}"),
            body(
                    "\"temperature\":0.5,\"top_p\":0.9,\"seed\":7,\"n\":1,\"stream\":false,\"tools\":[{\"type\":\"function\","
                            + "\"function\":{\"name\":\"f\",\"parameters\":{\"type\":\"object\"}}}],\"messages\":["
                            + user("x")
                            + "]"));

    private static final List<String> WORDS = List.of(
            "null",
            "true",
            "{}",
            "[]",
            "\"\"",
            "-1",
            "1e999",
            "0",
            "\"",
            "\\",
            "\\u",
            "\\ud800",
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"image_url\"",
            "\"image\"",
            "\"url\"",
            "\"type\"",
            "\"content\"",
            "\"messages\"",
            "\"role\"",
            "\"text\"",
            "file:///",
            "data:image/png;base64,",
            "http://",
            "<|image_pad|>",
            "<|im_end|>",
            "\u0000",
            "\u00ff",
            "\ufeff",
            "9".repeat(400));

    private final SplittableRandom random;

    BodyMutations(long seed) {
        this.random = new SplittableRandom(seed);
    }

    byte[] next() {
        byte[] body = GOOD.get(random.nextInt(GOOD.size()));
        for (int changes = 1 + random.nextInt(MOST_CHANGES); changes > 0; changes--) {
            body = changed(body);
        }
        return body;
    }

    private byte[] changed(byte[] body) {
        int at = random.nextInt(body.length + 1);
        int end = Math.min(body.length, at + 1 + random.nextInt(24));
        return switch (random.nextInt(6)) {
            case 0 -> replaced(body, at, end, new byte[0]);
            case 1 -> replaced(body, at, at, Arrays.copyOfRange(body, at, end));
            case 2 -> replaced(body, at, at, word());
            case 3 -> replaced(body, at, end, word());
            case 4 -> replaced(body, at, Math.min(body.length, at + 1), new byte[] {(byte) random.nextInt(256)});
            default -> value(body, at);
        };
    }

    /** Another value behind the next colon. */
    private byte[] value(byte[] body, int from) {
        for (int at = from; at < body.length; at++) {
            if (body[at] == ':') {
                int end = at + 1;
                while (end < body.length && body[end] != ',' && body[end] != '}') {
                    end++;
                }
                return replaced(body, at + 1, end, word());
            }
        }
        return body;
    }

    private byte[] word() {
        return WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] replaced(byte[] body, int from, int to, byte[] by) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(body, 0, from);
        out.write(by, 0, by.length);
        out.write(body, to, body.length - to);
        return out.toByteArray();
    }
}
