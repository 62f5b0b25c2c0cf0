package dev.fovea.vision;

import java.util.OptionalInt;

/** Counts the pictures of a GIF file by walking over its blocks. */
final class GifFrames {

    private static final int SCREEN_BYTES = 13;
    private static final int EXTENSION = 0x21;
    private static final int IMAGE = 0x2C;
    private static final int TRAILER = 0x3B;

    private GifFrames() {}

    /** How many frames there are; empty where the file ends before its trailer. */
    static OptionalInt count(Bytes bytes, ImageLimits limits) {
        int at = SCREEN_BYTES + GifFrame.paletteBytes(bytes.u8(10));
        int frames = 0;
        for (int blocks = 1; at + 10 <= bytes.length(); blocks++) {
            limits.requireSegments(blocks);
            int label = bytes.u8(at);
            if (label == IMAGE) {
                frames++;
                limits.requireFrames(frames);
                at = afterBlocks(bytes, at + 11 + GifFrame.paletteBytes(bytes.u8(at + 9)));
            } else if (label == EXTENSION) {
                at = afterBlocks(bytes, at + 2);
            } else {
                return label == TRAILER ? OptionalInt.of(frames) : OptionalInt.empty();
            }
        }
        return at < bytes.length() && bytes.u8(at) == TRAILER ? OptionalInt.of(frames) : OptionalInt.empty();
    }

    private static int afterBlocks(Bytes bytes, int from) {
        int at = from;
        while (at < bytes.length() && bytes.u8(at) != 0) {
            at += 1 + bytes.u8(at);
        }
        return at + 1;
    }
}
