package dev.fovea.chat;

import dev.fovea.contract.ResolvedImage;

/** A piece of a message's content. */
public sealed interface ContentPart {

    /** Caller's text: never a special token, whatever it spells. */
    record Text(String text) implements ContentPart {}

    /** Reasoning that stands among an answer's parts; families that cannot show it there refuse it. */
    record Thinking(String thinking) implements ContentPart {}

    /** A stored image. */
    record Image(ResolvedImage image) implements ContentPart {}
}
