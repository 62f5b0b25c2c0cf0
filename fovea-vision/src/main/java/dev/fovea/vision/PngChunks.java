package dev.fovea.vision;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The chunks of a PNG file up to IEND, every checksum proven. A file with a wrong checksum, a missing end or a second header is
 * read differently by different decoders, so that it is refused.
 */
final class PngChunks {

    static final int SIGNATURE_BYTES = 8;
    private static final int FRAME_BYTES = 12;

    /** Chunks that Pillow refuses when they are shorter than this, though none of them decides a pixel. */
    private static final Map<String, Integer> SHORTEST =
            Map.of("acTL", 8, "cHRM", 32, "fcTL", 26, "gAMA", 4, "pHYs", 9, "sRGB", 1);

    private PngChunks() {}

    /** A chunk: its type, and where its data lies. */
    record Chunk(String type, int offset, int length) {

        int dataEnd() {
            return offset + length;
        }

        int end() {
            return offset + length + 4;
        }
    }

    /** The chunks that lie whole in the beginning of a file, nothing proven; the last one is IEND where the file is complete. */
    static List<Chunk> peek(Bytes bytes, ImageLimits limits) {
        List<Chunk> chunks = new ArrayList<>();
        int at = SIGNATURE_BYTES;
        while (at + FRAME_BYTES <= bytes.length()
                && (chunks.isEmpty() || !chunks.getLast().type().equals("IEND"))) {
            long length = bytes.u32be(at);
            if (at + FRAME_BYTES + length > bytes.length()) {
                return chunks;
            }
            chunks.add(new Chunk(type(bytes, at + 4), at + 8, (int) length));
            limits.requireSegments(chunks.size());
            at = chunks.getLast().end();
        }
        return chunks;
    }

    static List<Chunk> read(Bytes bytes, ImageLimits limits) {
        List<Chunk> chunks = new ArrayList<>();
        CRC32 crc = new CRC32();
        int at = SIGNATURE_BYTES;
        while (chunks.isEmpty() || !chunks.getLast().type().equals("IEND")) {
            long length = bytes.u32be(at);
            bytes.within(at, FRAME_BYTES + length);
            Chunk chunk = new Chunk(type(bytes, at + 4), at + 8, (int) length);
            crc.reset();
            crc.update(bytes.array(), at + 4, 4 + chunk.length());
            if (crc.getValue() != bytes.u32be(at + 8 + chunk.length())) {
                throw InvalidImage.because("a PNG file whose chunk " + chunk.type() + " has a wrong checksum");
            }
            if (chunk.length() < SHORTEST.getOrDefault(chunk.type(), 0)) {
                throw InvalidImage.because("a PNG file whose chunk " + chunk.type() + " is too short");
            }
            chunks.add(chunk);
            limits.requireSegments(chunks.size());
            at = chunk.end();
        }
        requireOrder(chunks);
        return chunks;
    }

    private static String type(Bytes bytes, int at) {
        StringBuilder type = new StringBuilder(4);
        for (int i = 0; i < 4; i++) {
            int letter = bytes.u8(at + i);
            if (letter < 'A' || letter > 'z' || (letter > 'Z' && letter < 'a')) {
                throw InvalidImage.because("a PNG file with a broken chunk at byte " + at);
            }
            type.append((char) letter);
        }
        return type.toString();
    }

    private static void requireOrder(List<Chunk> chunks) {
        requireOne(chunks, "IHDR");
        if (!chunks.getFirst().type().equals("IHDR")
                || chunks.stream().noneMatch(c -> c.type().equals("IDAT"))) {
            throw InvalidImage.because("a PNG file without header or data in their places");
        }
        int first = types(chunks).indexOf("IDAT");
        int last = types(chunks).lastIndexOf("IDAT");
        if (types(chunks).subList(first, last).stream().anyMatch(type -> !type.equals("IDAT"))) {
            throw InvalidImage.because("a PNG file whose data is interrupted");
        }
        if (types(chunks).lastIndexOf("PLTE") > first) {
            throw InvalidImage.because("a PNG file whose palette follows its data");
        }
        if (chunks.stream().filter(c -> c.type().equals("PLTE")).count() > 1) {
            throw InvalidImage.because("a PNG file with two palettes");
        }
    }

    private static List<String> types(List<Chunk> chunks) {
        return chunks.stream().map(Chunk::type).toList();
    }

    private static void requireOne(List<Chunk> chunks, String type) {
        if (chunks.stream().filter(c -> c.type().equals(type)).count() != 1) {
            throw InvalidImage.because("a PNG file that does not have one " + type + " chunk");
        }
    }
}
