package dev.fovea.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenMask;
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
    private final StringBuilder run = new StringBuilder();
    private final List<Segment> segments = new ArrayList<>();
    private final IntList ids = new IntList();
    private final List<Origin> origins = new ArrayList<>();
    private final List<SidecarImage> images;

    public TokenEmitter(Tokenizer tokenizer) {
        this(tokenizer, ExpandedIds.of(), MultiModalData.none());
    }

    /** An emitter that goes on behind {@code prior}, whose ids and offsets stay as they are. */
    public TokenEmitter(Tokenizer tokenizer, ExpandedIds prior, MultiModalData priorImages) {
        this.tokenizer = tokenizer;
        this.images = new ArrayList<>(priorImages.images());
        ids.addAll(prior.ids());
        attribute(prior.size(), Origin.scaffold());
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
        attribute(1, origin);
        return this;
    }

    /** An image's run of pads. */
    public TokenEmitter image(ResolvedImage image, int pad, Origin origin) {
        split();
        images.add(image.at(ids.size()));
        ids.fill(pad, image.placeholderLength());
        attribute(image.placeholderLength(), origin);
        return this;
    }

    /** Ends the run here: what follows is encoded apart, because inference encodes it apart. */
    public TokenEmitter split() {
        if (run.isEmpty()) {
            return this;
        }
        EncodedText encoded = tokenizer.encodeAligned(run.toString());
        ids.addAll(encoded.ids());
        int segment = 0;
        for (int start : encoded.starts()) {
            while (segment + 1 < segments.size() && segments.get(segment + 1).start() <= start) {
                segment++;
            }
            origins.add(segments.get(segment).origin());
        }
        run.setLength(0);
        segments.clear();
        return this;
    }

    /** How many images the prompt has so far. */
    public int images() {
        return images.size();
    }

    /** Everything that was written. */
    public RenderedTokens finish() {
        split();
        boolean[] sampled = new boolean[origins.size()];
        boolean[] content = new boolean[origins.size()];
        List<Integer> indices = new ArrayList<>(origins.size());
        for (int i = 0; i < sampled.length; i++) {
            Origin origin = origins.get(i);
            sampled[i] = origin.sampled();
            content[i] = origin.content();
            indices.add(origin.message());
        }
        return new RenderedTokens(
                new ExpandedIds(ids.toIds()),
                indices,
                TokenMask.of(sampled),
                TokenMask.of(content),
                new MultiModalData(images));
    }

    private void attribute(int tokens, Origin origin) {
        for (int i = 0; i < tokens; i++) {
            origins.add(origin);
        }
    }
}
