package dev.fovea.vision;

/** What is proven separately before it is decoded: a format, or the part of one that a decoder may get right or wrong by itself. */
enum ImageKind {
    PNG("PNG"),
    GIF("GIF"),
    BMP("BMP"),
    JPEG_GREY("grey JPEG"),
    JPEG_444("JPEG with 4:4:4 sampling"),
    JPEG_422("JPEG with 4:2:2 sampling"),
    JPEG_420("JPEG with 4:2:0 sampling"),
    JPEG_411("JPEG with 4:1:1 sampling"),
    JPEG_440("JPEG with 4:4:0 sampling"),
    JPEG_CMYK("CMYK JPEG"),
    JPEG_YCCK("YCCK JPEG"),
    JPEG_ODD("JPEG with a rare sampling"),
    JPEG_OTHER("JPEG of a rare process, or incomplete"),
    WEBP("WebP");

    private final String words;

    ImageKind(String words) {
        this.words = words;
    }

    boolean isJpeg() {
        return switch (this) {
            case PNG, GIF, BMP, WEBP -> false;
            case JPEG_GREY,
                    JPEG_444,
                    JPEG_422,
                    JPEG_420,
                    JPEG_411,
                    JPEG_440,
                    JPEG_CMYK,
                    JPEG_YCCK,
                    JPEG_ODD,
                    JPEG_OTHER -> true;
        };
    }

    /** The kind as a reader of an error knows it. */
    String words() {
        return words;
    }
}
