package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** A library that makes pixels of one WebP frame. Thread safe. */
interface WebpCodec {

    /** Reads nothing. */
    WebpCodec NONE = new WebpCodec() {
        @Override
        public String name() {
            return "nothing";
        }

        @Override
        public byte[] rgb(byte[] file, int offset, int length, ImageSize size) {
            throw InvalidImage.unsupported(ImageKind.WEBP.words());
        }

        @Override
        public byte[] rgba(byte[] file, int offset, int length, ImageSize size) {
            throw InvalidImage.unsupported(ImageKind.WEBP.words());
        }
    };

    /** The library, for reports. */
    String name();

    /**
     * Colours of a frame, alpha dropped; {@code [height, width, 3]}.
     *
     * @param offset where the frame's chunks begin in the file, and {@code length} how many bytes they have
     * @throws dev.fovea.contract.error.RequestException {@code invalid_image}
     */
    byte[] rgb(byte[] file, int offset, int length, ImageSize size);

    /** The same with alpha, not premultiplied; {@code [height, width, 4]}. */
    byte[] rgba(byte[] file, int offset, int length, ImageSize size);
}
