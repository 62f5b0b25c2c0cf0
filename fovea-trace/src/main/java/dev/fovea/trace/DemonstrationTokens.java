package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The tokens of a whole conversation with the right answers.
 *
 * @param messages at least one
 * @param ids of the finished conversation
 * @param messageEnds for each message the index after its last token; what follows the last belongs to it
 * @param trained one a token: true where a policy should learn it
 * @param content one a token: true for messages' own text and pads
 * @param images of the conversation
 */
public record DemonstrationTokens(
        List<RecordedMessage> messages,
        ExpandedIds ids,
        List<Integer> messageEnds,
        TokenMask trained,
        TokenMask content,
        MultiModalData images) {

    public DemonstrationTokens {
        messages = List.copyOf(messages);
        messageEnds = List.copyOf(messageEnds);
    }

    /** The conversation as nodes, a branch of its own; {@code firstId} is the id that its first node will get. */
    List<MessageNode> nodes(int firstId) {
        Instant now = Instant.now();
        List<MessageNode> nodes = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < messages.size(); i++) {
            int end = i == messages.size() - 1 ? ids.size() : messageEnds.get(i);
            int parent = i == 0 ? MessageNode.ROOT : firstId + i - 1;
            nodes.add(node(messages.get(i), parent, start, end, now));
            start = end;
        }
        return nodes;
    }

    private MessageNode node(RecordedMessage message, int parent, int start, int end, Instant now) {
        if (end < start || end > ids.size()) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "a message ends at token " + end + " but begins at " + start,
                    "rendering and trace must agree");
        }
        List<SidecarImage> within = MessageImages.of(message, images, start, end);
        TokenMask mask = trained.slice(start, end);
        return new MessageNode(
                parent,
                message,
                mask.count() > 0 ? Origin.DEMONSTRATED : Origin.INPUT,
                now,
                ids.ids().slice(start, end),
                mask,
                content.slice(start, end),
                TokenValues.of(),
                within,
                null,
                null);
    }
}
