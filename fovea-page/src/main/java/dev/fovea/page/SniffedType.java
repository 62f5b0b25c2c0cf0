package dev.fovea.page;

/** A picture's media type by its first bytes: labels lie. */
final class SniffedType {

    private SniffedType() {}

    static String mediaType(byte[] bytes) {
        if (starts(bytes, 0x89, 'P', 'N', 'G')) {
            return "image/png";
        }
        if (starts(bytes, 0xFF, 0xD8)) {
            return "image/jpeg";
        }
        if (starts(bytes, 'G', 'I', 'F')) {
            return "image/gif";
        }
        return starts(bytes, 'R', 'I', 'F', 'F') ? "image/webp" : "application/octet-stream";
    }

    private static boolean starts(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((bytes[i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
