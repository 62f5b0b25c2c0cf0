package dev.fovea.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a prompt and remembers where each token comes from. All text between two atoms is one run and encoded at once, as if
 * the whole prompt had been text; a token that spans two origins belongs to that of its first character. One prompt, one
 * emitter, one thread.
 */
public final class TokenEmitter {

    private record Segment(int start, Origin origin) {}

    private final Tokenizer tokenizer;
    private final TokenIds prior;
    private final MultiModalData priorImages;
    private final StringBuilder run = new StringBuilder();
    private final List<Segment> segments = new ArrayList<>();
    private final IntList ids = new IntList();
    private final Attribution.Builder attribution = new Attribution.Builder();
    private final List<SidecarImage> images = new ArrayList<>();

    public TokenEmitter(Tokenizer tokenizer) {
        this(tokenizer, ExpandedIds.of(), MultiModalData.none());
    }

    /** An emitter that goes on behind {@code prior}, whose ids and offsets stay as they are, shared and not copied. */
    public TokenEmitter(Tokenizer tokenizer, ExpandedIds prior, MultiModalData priorImages) {
        this.tokenizer = tokenizer;
        this.prior = prior.ids();
        this.priorImages = priorImages;
        attribution.add(Origin.scaffold(), prior.size());
    }

    /** Text: whatever it spells, never a special token. */
    public TokenEmitter text(String text, Origin origin) {
        if (text.isEmpty()) {
            return this;
        }
        int broken = Surrogates.firstUnpaired(text);
        if (broken >= 0) {
            throw new RequestException(
                    ErrorCode.UNPAIRED_SURROGATE,
                    (origin.message() == RenderedTokens.SCAFFOLD
                                    ? "a tool specification"
                                    : "message " + origin.message())
                            + " holds half a surrogate pair at character " + broken + " of its text",
                    "send valid Unicode");
        }
        segments.add(new Segment(run.length(), origin));
        run.append(text);
        return this;
    }

    /** A special token. */
    public TokenEmitter atom(int id, Origin origin) {
        split();
        ids.add(id);
        attribution.add(origin, 1);
        return this;
    }

    /** An image's run of pads. */
    public TokenEmitter image(ResolvedImage image, int pad, Origin origin) {
        split();
        images.add(image.at(prior.size() + ids.size()));
        ids.fill(pad, image.placeholderLength());
        attribution.add(origin, image.placeholderLength());
        return this;
    }

    /** Ends the run here: what follows is encoded apart, because inference encodes it apart. */
    public TokenEmitter split() {
        if (run.isEmpty()) {
            return this;
        }
        EncodedText encoded = tokenizer.encodeAligned(run.toString());
        ids.addAll(encoded.ids());
        attribute(encoded);
        run.setLength(0);
        segments.clear();
        return this;
    }

    private void attribute(EncodedText encoded) {
        int tokens = encoded.ids().size();
        int from = 0;
        for (int segment = 0; segment < segments.size() && from < tokens; segment++) {
            int next = segment + 1 < segments.size() ? segments.get(segment + 1).start() : Integer.MAX_VALUE;
            int end = firstFrom(encoded, from, next);
            attribution.add(segments.get(segment).origin(), end - from);
            from = end;
        }
    }

    /** Index of the first token that starts at a character or behind it. */
    private static int firstFrom(EncodedText encoded, int from, int character) {
        int low = from;
        int high = encoded.ids().size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (encoded.start(middle) < character) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many images the prompt has so far. */
    public int images() {
        return priorImages.images().size() + images.size();
    }

    /**
     * Everything that was written.
     *
     * @param messages what it was written for
     */
    public RenderedTokens finish(List<Message> messages) {
        split();
        return new RenderedTokens(
                new ExpandedIds(prior.concat(ids.toIds())),
                attribution.build(),
                images.isEmpty() ? priorImages : priorImages.merge(new MultiModalData(images)),
                MessageLabel.of(messages));
    }
}
