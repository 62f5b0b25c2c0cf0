package dev.fovea.contract;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sidecar of a prompt: its images in prompt order, with offsets into the whole prompt.
 *
 * <p>On the wire these are three parallel maps ({@code mm_hashes}, {@code mm_placeholders}, {@code mm_items}); in memory one
 * list, so that the three can never differ in length. Ranges are sorted and do not overlap; they may touch.
 */
public record MultiModalData(List<SidecarImage> images) {

    private static final MultiModalData NONE = new MultiModalData(List.of());

    public MultiModalData {
        images = List.copyOf(images);
        int end = 0;
        for (int i = 0; i < images.size(); i++) {
            PlaceholderRange range = images.get(i).placeholder();
            if (range.offset() < end) {
                throw new RequestException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "image " + i + " begins at token " + range.offset() + ", before the previous one ends at "
                                + end,
                        "list images in prompt order");
            }
            end = range.end();
        }
    }

    public static MultiModalData none() {
        return NONE;
    }

    public boolean isEmpty() {
        return images.isEmpty();
    }

    /** These images and then the next ones, whose offsets already count from the start of the joined prompt. */
    public MultiModalData merge(MultiModalData next) {
        List<SidecarImage> merged = new ArrayList<>(images);
        merged.addAll(next.images);
        return new MultiModalData(merged);
    }

    public List<PlaceholderRange> placeholders() {
        return images.stream().map(SidecarImage::placeholder).toList();
    }
}
