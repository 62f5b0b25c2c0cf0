package dev.fovea.vision;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Compressed text and profiles that would fill another reader's memory. Fovea never inflates them for use, but engines do: a
 * picture that Pillow refuses must not come as far as an engine. The bounds are Pillow's {@code MAX_TEXT_CHUNK} and
 * {@code MAX_TEXT_MEMORY}.
 */
final class PngTextLimits {

    private static final int MAX_CHUNK_BYTES = 1 << 20;
    private static final long MAX_TOTAL_BYTES = 64L << 20;

    private PngTextLimits() {}

    static void require(Bytes bytes, List<PngChunks.Chunk> chunks) {
        long total = 0;
        for (PngChunks.Chunk chunk : chunks) {
            total += switch (chunk.type()) {
                case "tEXt" -> chunk.length();
                case "zTXt", "iCCP" -> deflated(bytes, chunk);
                case "iTXt" -> international(bytes, chunk);
                default -> 0;
            };
            if (total > MAX_TOTAL_BYTES) {
                throw tooLarge("text chunks of more than %,d bytes in all".formatted(MAX_TOTAL_BYTES));
            }
        }
    }

    /** Name, NUL, method, text or profile. */
    private static long deflated(Bytes bytes, PngChunks.Chunk chunk) {
        int method = afterNul(bytes, chunk, chunk.offset());
        if (method < chunk.offset() + chunk.length() && bytes.u8(method) != 0) {
            throw InvalidImage.because("a PNG file whose chunk " + chunk.type() + " has an unknown compression");
        }
        return inflated(bytes, chunk, 1);
    }

    /** Keyword, NUL, compression flag, method, language, NUL, translated keyword, NUL, text. */
    private static long international(Bytes bytes, PngChunks.Chunk chunk) {
        int flag = afterNul(bytes, chunk, chunk.offset());
        boolean compressed = flag < chunk.offset() + chunk.length() && bytes.u8(flag) != 0;
        return compressed ? inflated(bytes, chunk, 2) : chunk.length();
    }

    /** Bytes that the zlib data of a chunk inflates to, counted up to the bound; {@code header} bytes and names precede it. */
    private static long inflated(Bytes bytes, PngChunks.Chunk chunk, int header) {
        int at = afterNul(bytes, chunk, chunk.offset()) + header;
        if (header == 2) {
            at = afterNul(bytes, chunk, afterNul(bytes, chunk, at));
        }
        int length = chunk.offset() + chunk.length() - at;
        return length <= 0 ? 0 : count(bytes.array(), at, length, chunk.type());
    }

    private static long count(byte[] array, int offset, int length, String type) {
        byte[] scrap = new byte[8192];
        long total = 0;
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(array, offset, length);
            while (!inflater.finished()) {
                int more = inflater.inflate(scrap);
                total += more;
                if (total > MAX_CHUNK_BYTES) {
                    throw tooLarge(
                            "a PNG chunk %s that inflates to more than %,d bytes".formatted(type, MAX_CHUNK_BYTES));
                }
                if (more == 0) {
                    return total;
                }
            }
        } catch (DataFormatException e) {
            return total;
        }
        return total;
    }

    private static int afterNul(Bytes bytes, PngChunks.Chunk chunk, int from) {
        int end = chunk.offset() + chunk.length();
        int at = from;
        while (at < end && bytes.u8(at) != 0) {
            at++;
        }
        return at + 1;
    }

    private static RequestException tooLarge(String what) {
        return new RequestException(
                ErrorCode.IMAGE_TOO_LARGE, what, "remove the image's texts and profiles; they carry no pixels");
    }
}
