package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.message;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;
import static dev.fovea.cli.TestBodies.user;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Images that no gateway takes: by where they come from, by what they are, and by where they stand. */
final class RefusedImages {

    static final byte[] FILE = TestImages.png(0x336699, 64, 64);
    static final String PNG = TestImages.dataUrl(FILE);
    static final String PAYLOAD = PNG.substring(PNG.indexOf(',') + 1);

    private static final String PLACE = "messages[1].content[1]";

    private RefusedImages() {}

    /**
     * All of them.
     *
     * @param folder of a gateway whose images lie in {@code images}
     */
    static Stream<Refusal> in(Path folder) {
        return Stream.of(remote(), files(folder), pictures(), misplaced()).flatMap(part -> part);
    }

    private static Stream<Refusal> remote() {
        return Stream.of(
                second("a remote URL", "https://example.com/a.png?token=" + PAYLOAD, "unsupported_image_source"),
                second("a video", "data:video/mp4;base64," + PAYLOAD, "unsupported_modality"),
                second("a bare payload", PAYLOAD, "unsupported_image_source"),
                second("a data URL without base64", "data:image/png," + PAYLOAD, "unsupported_image_source"),
                second("an open base64 quantum", PNG + "A", "invalid_base64"),
                second("the URL-safe alphabet", "data:image/png;base64,_-__", "invalid_base64"),
                second("no payload at all", "data:image/png;base64,", "invalid_base64"),
                second("an empty URL", "", "unsupported_image_source"));
    }

    private static Stream<Refusal> files(Path folder) {
        String images = "file://" + folder + "/images";
        return Stream.of(
                second("a file outside the roots", "file:///etc/hostname", "outside_allowed_roots"),
                second("a way up and out", images + "/../outside.png", "outside_allowed_roots"),
                second("a way up and out, encoded", images + "/%2e%2e/outside.png", "outside_allowed_roots"),
                second("a link that leads out", "file://" + link(folder), "outside_allowed_roots"),
                second("a folder", images, "outside_allowed_roots"),
                second("another host", "file://example.com/a.png", "invalid_file_uri"),
                second("a file that is gone", images + "/gone.png", "asset_missing"));
    }

    private static Stream<Refusal> pictures() {
        byte[] garbage = PAYLOAD.getBytes(StandardCharsets.US_ASCII);
        return Stream.of(
                tooLarge("a header that promises 4,000,000,000 pixels", TestImages.bomb(100_000, 40_000)),
                tooLarge("a header of negative size", TestImages.bomb(-1, -1)),
                second("a header of no size", TestImages.dataUrl(TestImages.bomb(0, 64)), "invalid_image"),
                second("garbage", TestImages.dataUrl(garbage), "invalid_image"),
                second("one byte", TestImages.dataUrl(new byte[1]), "invalid_image"),
                second("a strip of 1 x 1000", TestImages.dataUrl(TestImages.png(0, 1, 1000)), "invalid_image"));
    }

    private static Stream<Refusal> misplaced() {
        String part = "[" + image(PNG) + "]";
        byte[] ofSystem = messages(message("system", part), user("x"));
        byte[] ofAssistant = messages(user("x"), message("assistant", part), user("x"));
        byte[] nine = messages(parts(Stream.generate(() -> image(PNG)).limit(9).toArray(String[]::new)));
        return Stream.of(
                Refusal.of("an image of the system", ofSystem, "unrenderable_message", "message 0"),
                Refusal.of("an image of the assistant", ofAssistant, "invalid_request", "messages[1].content"),
                Refusal.of("nine images", nine, 413, "body_too_large", "8 images"));
    }

    /** The image stands second in the second message. */
    private static byte[] pictured(String url) {
        return messages(message("system", "\"Look.\""), parts(text("What is it?"), image(url)));
    }

    private static Refusal second(String name, String url, String code) {
        return Refusal.of(name, pictured(url), code, PLACE);
    }

    private static Refusal tooLarge(String name, byte[] file) {
        return Refusal.of(name, pictured(TestImages.dataUrl(file)), 413, "image_too_large", PLACE);
    }

    private static Path link(Path folder) {
        Path link = folder.resolve("images/link.png");
        try {
            return Files.createSymbolicLink(link, Files.write(folder.resolve("outside.png"), FILE));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
