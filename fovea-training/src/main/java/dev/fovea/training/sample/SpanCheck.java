package dev.fovea.training.sample;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Walks along a branch's ids and its image spans at once. */
final class SpanCheck {

    private static final int IMAGE = 1;

    private static final String ASSISTANT = "assistant";

    private final int[] visionIds;
    private final int[] types;
    private final List<ImageRef> images;
    private int next;
    private int at;

    private SpanCheck(Map<Integer, Integer> types, List<ImageRef> images) {
        this.visionIds = types.keySet().stream().mapToInt(Integer::intValue).toArray();
        this.types =
                Arrays.stream(visionIds).map(id -> types.getOrDefault(id, 0)).toArray();
        this.images = images;
    }

    /** Spans cover exactly the image tokens of what was given to the policy. */
    static void check(List<SampleNode> branch, List<ImageRef> images, Map<Integer, Integer> types, int tokens) {
        requireInside(images, tokens);
        SpanCheck check = new SpanCheck(types, images);
        for (SampleNode node : branch) {
            node.ids().visit((ids, from, to) -> check.stretch(ids, from, to, node));
        }
    }

    static void requireInside(List<ImageRef> images, int tokens) {
        int end = images.isEmpty() ? 0 : images.getLast().placeholder().end();
        if (end > tokens) {
            throw drifted("an image reaches to token " + end + " of " + tokens);
        }
    }

    private void stretch(int[] ids, int from, int to, SampleNode node) {
        int i = from;
        while (i < to) {
            boolean inside =
                    next < images.size() && at >= images.get(next).placeholder().offset();
            int end = (int) Math.min(to, (long) i + border(inside) - at);
            for (int token = i; token < end; token++) {
                int type = type(ids[token]);
                if (inside != (type == IMAGE) && (inside || !node.role().equals(ASSISTANT))) {
                    throw drifted("token " + (at + token - i)
                            + (inside
                                    ? " is no image token inside of an image"
                                    : " is an image token outside of every image"));
                }
            }
            at += end - i;
            i = end;
            next += inside && at == images.get(next).placeholder().end() ? 1 : 0;
        }
    }

    private int border(boolean inside) {
        if (next == images.size()) {
            return Integer.MAX_VALUE;
        }
        return inside
                ? images.get(next).placeholder().end()
                : images.get(next).placeholder().offset();
    }

    private int type(int id) {
        for (int i = 0; i < visionIds.length; i++) {
            if (visionIds[i] == id) {
                return types[i];
            }
        }
        return 0;
    }

    private static IdentityException drifted(String what) {
        return new IdentityException(
                ErrorCode.PLACEHOLDER_MISMATCH,
                what,
                "offsets drifted from the tokens; this rollout must not be trained");
    }
}
