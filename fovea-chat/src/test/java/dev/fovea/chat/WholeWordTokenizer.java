package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A tokenizer for tests of the emitter: every maximal run of equal characters is a token whose id is the character. */
final class WholeWordTokenizer implements Tokenizer {

    @Override
    public EncodedText encodeAligned(String text) {
        List<Integer> starts = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            if (i == 0 || text.charAt(i) != text.charAt(i - 1)) {
                starts.add(i);
            }
        }
        return EncodedText.of(
                TokenIds.of(starts.stream().mapToInt(text::charAt).toArray()),
                starts.stream().mapToInt(i -> i).toArray());
    }

    @Override
    public TokenIds encodeMarked(String text) {
        return encode(text);
    }

    @Override
    public OptionalInt specialToken(String text) {
        return OptionalInt.empty();
    }

    @Override
    public String decode(TokenIds ids) {
        StringBuilder text = new StringBuilder();
        ids.stream().forEach(id -> text.append((char) id));
        return text.toString();
    }

    @Override
    public byte[] bytes(int id) {
        return String.valueOf((char) id).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int vocabulary() {
        return Character.MAX_VALUE;
    }
}
