package dev.fovea.families.qwen;

import dev.fovea.chat.Message;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.MessagePlace;
import dev.fovea.chat.Origin;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.error.RequestException;
import java.util.List;

/**
 * The frame of Qwen's turns, written to one emitter.
 *
 * @param imageNumbering whether images are numbered
 */
public record QwenTurns(QwenTokens tokens, ImageNumbering imageNumbering, TokenEmitter out) {

    /** Whether {@code Picture N: } stands before an image, counted over the whole conversation. */
    public enum ImageNumbering {
        NONE,
        PICTURES;

        /** The numbering that the setting {@code add_vision_id} asks for. */
        public static ImageNumbering of(boolean addVisionId) {
            return addVisionId ? PICTURES : NONE;
        }
    }

    /** Writes the inside of a message. */
    @FunctionalInterface
    public interface Body {
        void write();
    }

    /** A turn with its frame. */
    public void turn(String role, Origin template, Body body) {
        out.atom(tokens.turnStart(), template).text(role + "\n", template);
        body.write();
        end(template);
    }

    /** The header of an assistant's turn; what follows is encoded apart, because inference encodes the prompt up to here. */
    public void assistantHeader(int index) {
        out.atom(tokens.turnStart(), Origin.template(index))
                .text("assistant\n", Origin.template(index))
                .split();
    }

    /** The closing token of an assistant's turn, which is sampled, and the newline behind it, which is not. */
    public void assistantEnd(int index) {
        out.atom(tokens.turnEnd(), Origin.said(index)).text("\n", Origin.template(index));
    }

    /** One tool result; neighbouring ones share a user's turn. */
    public void toolResult(List<Message> messages, int index, Body body) {
        Origin template = Origin.template(index);
        if (index == 0 || !(messages.get(index - 1) instanceof ToolMessage)) {
            out.atom(tokens.turnStart(), template).text("user", template);
        }
        out.text("\n", template).atom(tokens.toolResponse(), template).text("\n", template);
        body.write();
        out.text("\n", template).atom(tokens.toolResponseEnd(), template);
        if (index + 1 == messages.size() || !(messages.get(index + 1) instanceof ToolMessage)) {
            end(template);
        }
    }

    /** An image where it stands. */
    public void image(ResolvedImage image, int index) {
        Origin template = Origin.template(index);
        if (imageNumbering == ImageNumbering.PICTURES) {
            out.text("Picture " + (out.images() + 1) + ": ", template);
        }
        out.atom(tokens.vision().start(), template)
                .image(image, tokens.vision().imagePad(), Origin.caller(index))
                .atom(tokens.vision().end(), template);
    }

    /** The end of a turn that nobody samples. */
    public void end(Origin template) {
        out.atom(tokens.turnEnd(), template).text("\n", template);
    }

    /** The newline behind a sampled turn's last token: a rendered turn has it, an engine never returns it. */
    public void afterSampledTurn() {
        out.text("\n", Origin.scaffold());
    }

    /** The refusal of a role that no Qwen template knows. */
    public static RequestException unknownRole(Message message, int index) {
        return MessagePlace.of(index)
                .unrenderable(
                        "has the role " + message.role() + ", which the template does not show",
                        "use system, user, assistant or tool");
    }
}
