package dev.fovea.assets;

import dev.fovea.contract.ImageHash;

/** The bytes of an asset, read once, and their hash. The array is not copied; nobody changes it. */
public final class VerifiedBytes {

    private final byte[] bytes;
    private final ImageHash hash;

    VerifiedBytes(byte[] bytes, ImageHash hash) {
        this.bytes = bytes;
        this.hash = hash;
    }

    /** The encoded image. */
    public byte[] bytes() {
        return bytes;
    }

    /** SHA-256 of exactly these bytes. */
    public ImageHash hash() {
        return hash;
    }
}
