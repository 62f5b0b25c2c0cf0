package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.ParsedToolCall.Span;
import dev.fovea.chat.ParsedToolCall.Status;
import dev.fovea.contract.TokenIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Markers over several tokens, on a vocabulary whose ids are bytes, "k>" is 256 and ">x" 257. */
class SpelledIdsTest {

    private final Tokenizer tokenizer = bytes();
    private final SpelledMarkers markers = new SpelledMarkers(tokenizer, "<think>", "</think>");

    private static Tokenizer bytes() {
        StringBuilder lines = new StringBuilder();
        for (int b = 0; b < 256; b++) {
            lines.append(base64(new byte[] {(byte) b})).append(' ').append(b).append('\n');
        }
        lines.append(base64("k>".getBytes(StandardCharsets.UTF_8))).append(" 256\n");
        lines.append(base64(">x".getBytes(StandardCharsets.UTF_8))).append(" 257\n");
        try {
            Path file = Files.createTempFile("bytes", ".tiktoken");
            Files.writeString(file, lines);
            Tokenizer tokenizer = Tiktoken.open(file).tokenizer(Pattern.compile("(?s).+"), Map.of());
            Files.delete(file);
            return tokenizer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void aSpelledMarkerIsOneIdAndTheRestOfItsTokenIsBytes() {
        SpelledIds ids = SpelledIds.of(
                markers, TokenIds.of('a', '<', 't', 'h', 'i', 'n', 256, 'b', '<', '/', 't', 'h', 'i', 'n', 'k', 257));

        assertThat(ids.ids().toIds())
                .isEqualTo(TokenIds.of('a', markers.open(), 'b', markers.close(), markers.single('x')));
        assertThat(markers.decode(ids.ids().toIds())).isEqualTo("a<think>b</think>x");
    }

    @Test
    void aCallIsPlacedAmongTheSampledIds() {
        SpelledIds ids = SpelledIds.of(markers, TokenIds.of('<', 't', 'h', 'i', 'n', 256, 'c', 'd'));

        ParsedToolCall call = ids.placed(new ParsedToolCall("", null, null, Status.OK, null, new Span(1, 3)));

        assertThat(call.span()).isEqualTo(new Span(6, 8));
    }

    @Test
    void theIdsAreTheSameHoweverTheyCome() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        String pieces = "<think></think>kx";
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(6); n >= 0; n--) {
                int from = random.nextInt(pieces.length());
                text.append(pieces, from, from + 1 + random.nextInt(pieces.length() - from));
            }
            TokenIds sampled = tokenizer.encode(text.toString());

            SpelledIds ids = SpelledIds.of(markers, sampled);

            assertThat(markers.decode(ids.ids().toIds())).isEqualTo(text.toString());
            assertThat(ids.sampled()).isEqualTo(sampled);
            long spelled = text.toString().split("<think>|</think>", -1).length - 1L;
            assertThat(ids.ids().toIds().stream()
                            .filter(id -> id == markers.open() || id == markers.close())
                            .count())
                    .isEqualTo(spelled);
        }
    }
}
