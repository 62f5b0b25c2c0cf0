package dev.fovea.vision;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collects the places where a file may tell its orientation, and asks them in Pillow's order: EXIF, EXIF as text, XMP. */
final class OrientationTags {

    private static final Pattern IN_XMP = Pattern.compile("tiff:Orientation(?:=\"|>)([0-9])");
    private static final int LINES_BEFORE_HEX = 3;

    private byte @Nullable [] exif;
    private @Nullable String rawProfile;
    private byte @Nullable [] xmp;

    void exif(byte[] data) {
        exif = data;
    }

    /** One more piece of EXIF data: a JPEG file may cut it into segments, each of which repeats the prefix. */
    void moreExif(byte[] data, int prefixBytes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(exif == null ? new byte[0] : exif);
        all.write(data, exif == null ? 0 : prefixBytes, data.length - (exif == null ? 0 : prefixBytes));
        exif = all.toByteArray();
    }

    /** ImageMagick's way to put EXIF into a PNG file: three lines, then hexadecimal digits. */
    void rawProfile(String text) {
        rawProfile = text;
    }

    void xmp(byte[] data) {
        xmp = data;
    }

    Orientation read() {
        byte[] data = exif;
        if (data == null && rawProfile != null) {
            data = fromHex(rawProfile);
            if (data == null) {
                return Orientation.UNREADABLE;
            }
        }
        Orientation found = data == null ? null : Exif.orientation(data);
        return found == null ? inXmp() : found;
    }

    private Orientation inXmp() {
        if (xmp == null) {
            return Orientation.UPRIGHT;
        }
        Matcher match = IN_XMP.matcher(new String(xmp, StandardCharsets.ISO_8859_1));
        return match.find() ? Orientation.of(match.group(1).charAt(0) - '0') : Orientation.UPRIGHT;
    }

    private static byte @Nullable [] fromHex(String text) {
        String digits = text.lines().skip(LINES_BEFORE_HEX).map(String::strip).collect(Collectors.joining());
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
