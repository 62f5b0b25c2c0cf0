package dev.fovea.chat;

import dev.fovea.contract.TokenIds;
import java.util.OptionalInt;

/** Text to ids and back. Immutable and thread safe. */
public interface Tokenizer {

    /** Ids of a text that is nothing but text: a special token's spelling inside it is encoded like any other characters. */
    TokenIds encode(String text);

    /** The id of a special or added token, by its text. */
    OptionalInt specialToken(String text);

    /** The text of all ids, special tokens included; bytes that are no UTF-8 become U+FFFD. */
    String decode(TokenIds ids);

    /** Number of ids; every id is below it. */
    int vocabulary();
}
