package dev.fovea.vision;

import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The texts and profiles of a PNG file. Fovea needs the orientation in some of them and no more, but engines inflate them all: a
 * picture that Pillow refuses for them must not come as far as an engine.
 */
final class PngText {

    private static final String RAW_EXIF = "Raw profile type exif";
    private static final String XMP = "XML:com.adobe.xmp";

    private final Bytes bytes;
    private final ImageLimits limits;
    private final OrientationTags tags;
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
                tag(keyword(chunk), bytes.slice(text, chunk.dataEnd() - text));
                count(chunk.length());
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
        byte[] text = inflated(chunk, method + 1);
        count(text.length);
        if (chunk.type().equals("zTXt")) {
            tag(keyword(chunk), text);
        }
    }

    /** Keyword, NUL, compression flag, method, language, NUL, translated keyword, NUL, text. */
    private void international(PngChunks.Chunk chunk) {
        int flag = afterNul(chunk, chunk.offset());
        int text = afterNul(chunk, afterNul(chunk, flag + 2));
        if (text > chunk.dataEnd()) {
            count(chunk.length());
            return;
        }
        byte[] content = bytes.u8(flag) == 0 ? bytes.slice(text, chunk.dataEnd() - text) : inflated(chunk, text);
        count(content.length);
        tag(keyword(chunk), content);
    }

    private void tag(String keyword, byte[] text) {
        switch (keyword) {
            case RAW_EXIF -> tags.rawProfile(Bytes.latin1(text));
            case XMP -> tags.xmp(text);
            default -> {}
        }
    }

    private String keyword(PngChunks.Chunk chunk) {
        int end = Math.min(afterNul(chunk, chunk.offset()) - 1, chunk.dataEnd());
        return Bytes.latin1(bytes.slice(chunk.offset(), Math.min(end - chunk.offset(), 80)));
    }

    private void count(long textBytes) {
        total += textBytes;
        limits.requireTotalText(total);
    }

    /** What the zlib data from an offset on give; like Pillow, as much as there is of a broken stream. */
    private byte[] inflated(PngChunks.Chunk chunk, int from) {
        int length = chunk.dataEnd() - from;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(bytes.array(), length <= 0 ? 0 : from, Math.max(0, length));
            int more = inflater.inflate(piece);
            while (more > 0) {
                text.write(piece, 0, more);
                limits.requireText(chunk.type(), text.size());
                more = inflater.inflate(piece);
            }
        } catch (DataFormatException e) {
            return text.toByteArray();
        }
        return text.toByteArray();
    }

    private int afterNul(PngChunks.Chunk chunk, int from) {
        int at = from;
        while (at < chunk.dataEnd() && bytes.u8(at) != 0) {
            at++;
        }
        return at + 1;
    }
}
