package dev.fovea.training.pack;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.TokenIds;
import java.util.List;

/** Whether token types say of every token what the image spans say. Runs once over stretches, not token by token through a look-up. */
final class TypeSpans {

    private static final int IMAGE = 1;

    private final List<ImageRef> images;
    private int next;
    private int at;
    private int outside = -1;

    private TypeSpans(List<ImageRef> images) {
        this.images = images;
    }

    /** The first token whose type is not that of its place; -1 where there is none. Spans are in order and apart. */
    static int firstOutside(TokenIds types, List<ImageRef> images) {
        TypeSpans spans = new TypeSpans(images);
        types.visit(spans::stretch);
        return spans.outside;
    }

    private void stretch(int[] types, int from, int to) {
        int i = from;
        while (i < to && outside < 0) {
            boolean inside =
                    next < images.size() && at >= images.get(next).placeholder().offset();
            int border = next == images.size()
                    ? Integer.MAX_VALUE
                    : inside
                            ? images.get(next).placeholder().end()
                            : images.get(next).placeholder().offset();
            int end = (int) Math.min(to, (long) i + border - at);
            compare(types, i, end, inside ? IMAGE : 0);
            at += end - i;
            i = end;
            next += inside && at == border ? 1 : 0;
        }
    }

    private void compare(int[] types, int from, int to, int expected) {
        for (int i = from; i < to; i++) {
            if (types[i] != expected) {
                outside = at + i - from;
                return;
            }
        }
    }
}
