package dev.fovea.vision;

import java.util.List;

/** What the components of a JPEG file mean, told as libjpeg tells it. */
enum JpegColour {
    GREY,
    YCBCR,
    RGB,
    CMYK,
    YCCK;

    /** A file without an Adobe marker. */
    static final int NO_ADOBE = -1;

    /**
     * libjpeg's {@code default_decompress_parms}.
     *
     * @param adobe the Adobe marker's transform, or {@link #NO_ADOBE}
     */
    static JpegColour of(List<JpegFrame.Component> components, boolean jfif, int adobe) {
        return switch (components.size()) {
            case 1 -> GREY;
            case 3 -> jfif ? YCBCR : ofThree(components, adobe);
            case 4 -> adobe == NO_ADOBE || adobe == 0 ? CMYK : YCCK;
            default -> throw InvalidImage.because("a JPEG file with " + components.size() + " components");
        };
    }

    private static JpegColour ofThree(List<JpegFrame.Component> components, int adobe) {
        if (adobe != NO_ADOBE) {
            return adobe == 0 ? RGB : YCBCR;
        }
        boolean named = components.get(0).id() == 'R'
                && components.get(1).id() == 'G'
                && components.get(2).id() == 'B';
        return named ? RGB : YCBCR;
    }

    /** The marker that makes any reader see this colour. */
    byte[] marker() {
        return switch (this) {
            case GREY -> new byte[0];
            case YCBCR ->
                new byte[] {(byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0, 1, 1, 0, 0, 1, 0, 1, 0, 0};
            case RGB, CMYK -> adobe(0);
            case YCCK -> adobe(2);
        };
    }

    private static byte[] adobe(int transform) {
        return new byte[] {
            (byte) 0xFF, (byte) 0xEE, 0, 14, 'A', 'd', 'o', 'b', 'e', 0, 100, 0, 0, 0, 0, (byte) transform
        };
    }
}
