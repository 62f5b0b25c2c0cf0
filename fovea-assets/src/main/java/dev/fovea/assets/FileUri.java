package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * {@code file://} URIs in both directions, by hand: {@code Path.toUri} leaves letters unescaped that the contract escapes, and
 * {@code Path.of(URI)} refuses forms that the contract accepts (offload contract, section 7).
 */
public final class FileUri {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String UNRESERVED = "_.-~/";
    private static final String PLAIN = "file://";

    private FileUri() {}

    /** The URI of an absolute path. */
    public static String of(Path path) {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("not absolute: " + path);
        }
        return ofPath(path.toString());
    }

    /**
     * The path that a URI names, not normalised and not resolved.
     *
     * @throws RequestException {@code invalid_file_uri}
     */
    public static Path parse(String uri) {
        String path = parsePath(uri);
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw refused(
                    uri,
                    "has no name on this system",
                    "run under a UTF-8 locale, with names that the file system allows");
        }
    }

    static String ofPath(String absolutePath) {
        StringBuilder uri = new StringBuilder("file://");
        for (byte octet : utf8(absolutePath)) {
            if (isUnreserved(octet)) {
                uri.append((char) octet);
            } else {
                uri.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return uri.toString();
    }

    static String parsePath(String uri) {
        if (isPlain(uri)) {
            return uri.substring(PLAIN.length());
        }
        if (!uri.regionMatches(true, 0, "file:", 0, 5)) {
            throw refused(uri, "has another scheme", "send file:// and an absolute path");
        }
        if (uri.chars().anyMatch(c -> c < ' ' || c == 0x7F)) {
            throw refused(uri, "holds a control character", "percent-encode it");
        }
        String path = decode(uri, withoutQuery(withoutAuthority(uri, uri.substring(5))));
        if (path.indexOf('\0') >= 0) {
            throw refused(uri, "holds a NUL", "no path does");
        }
        if (!path.startsWith("/")) {
            throw refused(uri, "names no absolute path", "send file:// and an absolute path");
        }
        return path;
    }

    /** As {@link #of(Path)} writes most of them, with nothing to decode: every image of every sample is looked at. */
    private static boolean isPlain(String uri) {
        boolean plain = uri.startsWith(PLAIN + "/");
        for (int i = PLAIN.length(); plain && i < uri.length(); i++) {
            char letter = uri.charAt(i);
            plain = letter < 0x80 && isUnreserved((byte) letter);
        }
        return plain;
    }

    private static String withoutAuthority(String uri, String rest) {
        if (!rest.startsWith("//")) {
            return rest;
        }
        int end = 2;
        while (end < rest.length() && "/?#".indexOf(rest.charAt(end)) < 0) {
            end++;
        }
        String authority = rest.substring(2, end);
        if (!authority.isEmpty() && !authority.equals("localhost")) {
            throw refused(uri, "names another host", "leave the host empty; files are local");
        }
        return rest.substring(end);
    }

    private static String withoutQuery(String path) {
        return path.split("#", 2)[0].split("\\?", 2)[0];
    }

    /** One pass; a malformed escape stays as it is, and {@code +} is a plus. */
    private static String decode(String uri, String path) {
        byte[] encoded = utf8(path);
        ByteBuffer decoded = ByteBuffer.allocate(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            if (isEscape(encoded, i)) {
                decoded.put((byte)
                        ((HexFormat.fromHexDigit(encoded[i + 1]) << 4) | HexFormat.fromHexDigit(encoded[i + 2])));
                i += 2;
            } else {
                decoded.put(encoded[i]);
            }
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
        } catch (CharacterCodingException e) {
            throw refused(uri, "is not UTF-8", "percent-encode the path's UTF-8 bytes");
        }
    }

    private static boolean isEscape(byte[] text, int at) {
        return text[at] == '%'
                && at + 2 < text.length
                && HexFormat.isHexDigit(text[at + 1])
                && HexFormat.isHexDigit(text[at + 2]);
    }

    private static boolean isUnreserved(byte octet) {
        char letter = (char) (octet & 0xFF);
        return letter < 0x80 && (Character.isLetterOrDigit(letter) || UNRESERVED.indexOf(letter) >= 0);
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw refused("file:", "holds half a surrogate pair", "name the file in Unicode text");
        }
    }

    private static RequestException refused(String uri, String what, String remedy) {
        String shown = uri.length() <= 64 ? uri : uri.substring(0, 63) + "…";
        return new RequestException(
                ErrorCode.INVALID_FILE_URI, "file URI '" + shown.replaceAll("\\p{Cntrl}", "?") + "' " + what, remedy);
    }
}
