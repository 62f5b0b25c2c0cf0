package dev.fovea.vision;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The texts and profiles of a PNG file. Fovea keeps only those that may hold an orientation, but engines inflate and keep them all:
 * a picture that Pillow refuses for them must not come as far as an engine.
 */
final class PngText {

    private static final String RAW_EXIF = "Raw profile type exif";
    private static final String XMP = "XML:com.adobe.xmp";

    private final Bytes bytes;
    private final ImageLimits limits;
    private final OrientationTags tags;
    private final byte[] piece = new byte[8192];
    private long total;

    PngText(Bytes bytes, ImageLimits limits, OrientationTags tags) {
        this.bytes = bytes;
        this.limits = limits;
        this.tags = tags;
    }

    /** Reads one chunk if it is a text or a profile. */
    void read(PngChunks.Chunk chunk) {
        switch (chunk.type()) {
            case "tEXt" -> {
                int text = Math.min(afterNul(chunk, chunk.offset()), chunk.dataEnd());
                count(chunk.length());
                stored(chunk, text);
            }
            case "zTXt", "iCCP" -> deflated(chunk);
            case "iTXt" -> international(chunk);
            default -> {}
        }
    }

    /** Name, NUL, method, text or profile. */
    private void deflated(PngChunks.Chunk chunk) {
        int method = afterNul(chunk, chunk.offset());
        if (method >= chunk.dataEnd() && chunk.type().equals("iCCP")) {
            throw InvalidImage.because("a PNG file whose profile is cut short");
        }
        if (method < chunk.dataEnd() && bytes.u8(method) != 0) {
            throw InvalidImage.because("a PNG file whose chunk " + chunk.type() + " has an unknown compression");
        }
        inflate(chunk, method + 1);
    }

    /** Keyword, NUL, compression flag, method, language, NUL, translated keyword, NUL, text. */
    private void international(PngChunks.Chunk chunk) {
        int flag = afterNul(chunk, chunk.offset());
        int text = afterNul(chunk, afterNul(chunk, flag + 2));
        if (text > chunk.dataEnd()) {
            count(chunk.length());
        } else if (bytes.u8(flag) == 0) {
            count(chunk.length());
            stored(chunk, text);
        } else {
            inflate(chunk, text);
        }
    }

    private void stored(PngChunks.Chunk chunk, int from) {
        if (isWanted(chunk)) {
            tag(chunk, bytes.slice(from, chunk.dataEnd() - from));
        }
    }

    /** What the zlib data from an offset on give, also where their end is missing. */
    private void inflate(PngChunks.Chunk chunk, int from) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
        boolean wanted = isWanted(chunk);
        int length = chunk.dataEnd() - from;
        long inflated = 0;
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(bytes.array(), length <= 0 ? 0 : from, Math.max(0, length));
            int more = inflater.inflate(piece);
            while (more > 0) {
                inflated += more;
                limits.requireText(chunk.type(), inflated);
                kept.write(piece, 0, wanted ? more : 0);
                more = inflater.inflate(piece);
            }
        } catch (DataFormatException e) {
            // Pillow drops such a text and goes on
            wanted = false;
        }
        count(inflated);
        if (wanted) {
            tag(chunk, kept.toByteArray());
        }
    }

    private boolean isWanted(PngChunks.Chunk chunk) {
        return !chunk.type().equals("iCCP") && (isNamed(chunk, RAW_EXIF) || isNamed(chunk, XMP));
    }

    private boolean isNamed(PngChunks.Chunk chunk, String keyword) {
        return chunk.length() > keyword.length() && bytes.has(chunk.offset(), keyword + "\0");
    }

    private void tag(PngChunks.Chunk chunk, byte[] text) {
        if (isNamed(chunk, XMP)) {
            tags.xmp(text);
        } else {
            tags.rawProfile(Bytes.latin1(text));
        }
    }

    private void count(long textBytes) {
        total += textBytes;
        limits.requireTotalText(total);
    }

    private int afterNul(PngChunks.Chunk chunk, int from) {
        int at = from;
        while (at < chunk.dataEnd() && bytes.u8(at) != 0) {
            at++;
        }
        return at + 1;
    }
}
