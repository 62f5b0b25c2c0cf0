package dev.fovea.vision;

import java.util.Locale;
import java.util.Optional;

/** Where the packaged libraries keep the file for this operating system and processor. */
final class Platform {

    private static final String SYSTEM = System.getProperty("os.name").toLowerCase(Locale.ROOT);

    private static final boolean ARM = System.getProperty("os.arch").equals("aarch64");

    private static final boolean X86 = System.getProperty("os.arch").equals("amd64")
            || System.getProperty("os.arch").equals("x86_64");

    private Platform() {}

    /** The path inside Leptonica's jar. On Windows the library needs others beside it, which nobody has tried: absent. */
    static Optional<String> leptonica() {
        String folder =
                "org/bytedeco/leptonica/" + choice("linux", "macosx", "windows") + (ARM ? "-arm64/" : "-x86_64/");
        return known(folder + choice("libleptonica.so.6", "libleptonica.6.dylib", ""));
    }

    /** The path inside webp-imageio's jar. */
    static Optional<String> webp() {
        String folder = "native/" + choice("Linux", "Mac", "Windows") + (ARM ? "/aarch64/" : "/x86_64/");
        return known(folder + choice("libwebp-imageio.so", "libwebp-imageio.dylib", "webp-imageio.dll"));
    }

    private static Optional<String> known(String path) {
        return (ARM || X86) && !path.endsWith("/") ? Optional.of(path) : Optional.empty();
    }

    private static String choice(String linux, String mac, String windows) {
        if (SYSTEM.startsWith("linux")) {
            return linux;
        }
        if (SYSTEM.startsWith("mac")) {
            return mac;
        }
        return SYSTEM.startsWith("windows") ? windows : "";
    }
}
