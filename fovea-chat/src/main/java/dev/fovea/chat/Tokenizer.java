package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.OptionalInt;

/** Text to ids and back. Immutable and thread safe. */
public interface Tokenizer {

    /**
     * Ids of a text that is nothing but text: a special token's spelling inside it is encoded like any other characters.
     *
     * @throws dev.fovea.contract.error.RequestException where the text holds half a surrogate pair
     */
    default TokenIds encode(String text) {
        return encodeAligned(text).ids();
    }

    /**
     * Ids of a text that a model wrote and somebody decoded: a special token's spelling is the token. Never for a caller's text.
     *
     * @throws dev.fovea.contract.error.RequestException where the text holds half a surrogate pair
     */
    TokenIds encodeMarked(String text);

    /** Ids as {@link #encode} gives them, each with the place in the text that it comes from. */
    EncodedText encodeAligned(String text);

    /** The id of a special or added token, by its text. */
    OptionalInt specialToken(String text);

    /** The text of all ids, special tokens included; bytes that are no UTF-8 become U+FFFD, ids that name no token nothing. */
    String decode(TokenIds ids);

    /** The UTF-8 bytes that a token stands for, perhaps a part of a character; none for ids that name no token. */
    byte[] bytes(int id);

    /** Number of ids; every id is below it. */
    int vocabulary();
}
