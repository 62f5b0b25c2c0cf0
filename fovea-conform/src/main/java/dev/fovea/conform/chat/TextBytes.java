package dev.fovea.conform.chat;

import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.TokenIds;
import java.io.ByteArrayOutputStream;

/** The bytes of neighbouring tokens; characters may be spread over several. */
final class TextBytes {

    private TextBytes() {}

    static byte[] of(Tokenizer tokenizer, TokenIds ids, int from, int end) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = from; i < end; i++) {
            bytes.writeBytes(tokenizer.bytes(ids.get(i)));
        }
        return bytes.toByteArray();
    }
}
