package dev.fovea.trace;

import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.SidecarImage;
import java.util.ArrayList;
import java.util.List;

/** Which image belongs to which message: the one whose tokens its pads are. */
final class MessageImages {

    private MessageImages() {}

    /** The images of one message, as many as it brings. */
    static List<SidecarImage> of(RecordedMessage message, MultiModalData all, int start, int end) {
        List<SidecarImage> images = within(all, start, end);
        if (images.size() != message.images()) {
            throw TurnBuilder.mismatch("a " + message.role() + " message with " + message.images()
                    + " images was rendered with " + images.size());
        }
        return images;
    }

    /** The images whose pads lie in a stretch of tokens; none may go beyond it. */
    static List<SidecarImage> within(MultiModalData all, int start, int end) {
        List<SidecarImage> images = new ArrayList<>();
        for (SidecarImage image : all.images()) {
            if (image.placeholder().offset() >= start && image.placeholder().offset() < end) {
                if (image.placeholder().end() > end) {
                    throw TurnBuilder.mismatch("an image's pads go beyond the message that brings it");
                }
                images.add(image);
            }
        }
        return images;
    }

    /** The images of messages that are known already must be those that the prompt has there. */
    static void checkKnown(List<SidecarImage> recorded, MultiModalData all, int knownTokens) {
        List<SidecarImage> given = all.images().stream()
                .filter(image -> image.placeholder().offset() < knownTokens)
                .toList();
        boolean same = recorded.size() == given.size();
        for (int i = 0; same && i < given.size(); i++) {
            same = recorded.get(i).hash().equals(given.get(i).hash())
                    && recorded.get(i).placeholder().equals(given.get(i).placeholder());
        }
        if (!same) {
            throw TurnBuilder.mismatch("the prompt brings " + given.size()
                    + " images for messages that were recorded with " + recorded.size() + ", or other ones");
        }
    }
}
