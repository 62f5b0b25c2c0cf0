package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.ArrayList;
import java.util.List;

/**
 * The frame header of a JPEG file: process, size and sampling.
 *
 * @param process the SOF marker's low byte; 0xC0 and 0xC1 are sequential, 0xC2 is progressive
 * @param precision bits of a sample
 * @param components in file order
 */
record JpegFrame(int process, int precision, ImageSize size, List<Component> components) {

    static final int SOI = 0xD8;
    static final int EOI = 0xD9;
    static final int SOS = 0xDA;

    private static final int FIRST_CODE = 0xC0;
    private static final int PROGRESSIVE = 0xC2;
    private static final int EXTENSIONS = 0xC8;

    /** A colour component and how often it is sampled against the others. */
    record Component(int id, int horizontal, int vertical) {}

    static JpegFrame parse(Bytes bytes, int marker, int segment, ImageLimits limits) {
        int count = bytes.u8(segment + 7);
        if (bytes.u16be(segment) != 8 + 3 * count || count == 0) {
            throw InvalidImage.because("a JPEG file with a broken frame header");
        }
        List<Component> components = new ArrayList<>();
        for (int at = segment + 8; at < segment + 8 + 3 * count; at += 3) {
            components.add(new Component(bytes.u8(at), bytes.u8(at + 1) >> 4, bytes.u8(at + 1) & 0xF));
        }
        if (components.stream()
                .anyMatch(c -> c.horizontal() < 1 || c.horizontal() > 4 || c.vertical() < 1 || c.vertical() > 4)) {
            throw InvalidImage.because("a JPEG file with impossible sampling factors");
        }
        ImageSize size = limits.require(bytes.u16be(segment + 5), bytes.u16be(segment + 3));
        return new JpegFrame(marker, bytes.u8(segment + 2), size, List.copyOf(components));
    }

    /** The marker at an offset, one that Pillow knows; any number of fill bytes may precede its code. */
    static int marker(Bytes bytes, int at) {
        if (bytes.u8(at) != 0xFF) {
            throw InvalidImage.because("a JPEG file with no marker at byte " + at);
        }
        int code = bytes.u8(at + markerBytes(bytes, at) - 1);
        if (code < FIRST_CODE || code == EXTENSIONS || (code >= 0xF0 && code <= 0xFD)) {
            throw InvalidImage.because("a JPEG file with an unknown marker at byte " + at);
        }
        return code;
    }

    static int markerBytes(Bytes bytes, int at) {
        int code = at + 1;
        while (bytes.u8(code) == 0xFF) {
            code++;
        }
        return code + 1 - at;
    }

    static boolean isFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != EXTENSIONS && marker != 0xCC;
    }

    /** Markers that no length follows: RSTn, SOI. */
    static boolean isAlone(int marker) {
        return marker >= 0xD0 && marker <= SOI;
    }

    boolean isProgressive() {
        return process == PROGRESSIVE;
    }

    /** The kind, as far as the frame decides it. */
    ImageKind kind(JpegColour colour) {
        boolean common = process >= 0xC0 && process <= PROGRESSIVE && precision == 8;
        if (!common) {
            return ImageKind.JPEG_OTHER;
        }
        return switch (colour) {
            case GREY -> ImageKind.JPEG_GREY;
            case YCBCR, RGB -> sampled();
            case CMYK -> sampled() == ImageKind.JPEG_444 && ratio(3) == 11 ? ImageKind.JPEG_CMYK : ImageKind.JPEG_OTHER;
            case YCCK -> ratio(3) == 11 && isYcckSampling(sampled()) ? ImageKind.JPEG_YCCK : ImageKind.JPEG_OTHER;
        };
    }

    private static boolean isYcckSampling(ImageKind chroma) {
        return chroma == ImageKind.JPEG_444 || chroma == ImageKind.JPEG_420;
    }

    private ImageKind sampled() {
        if (ratio(0) != 11 || ratio(1) != ratio(2)) {
            return ImageKind.JPEG_ODD;
        }
        return switch (ratio(1)) {
            case 11 -> ImageKind.JPEG_444;
            case 21 -> ImageKind.JPEG_422;
            case 22 -> ImageKind.JPEG_420;
            case 41 -> ImageKind.JPEG_411;
            case 12 -> ImageKind.JPEG_440;
            default -> ImageKind.JPEG_ODD;
        };
    }

    /** How much a component is reduced: tens across, units down; 0 where that is no whole number. */
    private int ratio(int index) {
        int across = components.stream().mapToInt(Component::horizontal).max().orElseThrow();
        int down = components.stream().mapToInt(Component::vertical).max().orElseThrow();
        Component component = components.get(index);
        boolean whole = across % component.horizontal() == 0 && down % component.vertical() == 0;
        return whole ? 10 * (across / component.horizontal()) + down / component.vertical() : 0;
    }
}
