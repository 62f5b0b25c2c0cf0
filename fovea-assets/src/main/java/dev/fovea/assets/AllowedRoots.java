package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The directories below which files may be read. Compared by real path, so that a symbolic link cannot lead out; a name outside
 * is refused in the same words whether or not something is there. Immutable.
 */
public final class AllowedRoots {

    private final List<Path> realRoots;
    private final List<Path> givenRoots;

    private AllowedRoots(List<Path> realRoots, List<Path> givenRoots) {
        this.realRoots = List.copyOf(realRoots);
        this.givenRoots = List.copyOf(givenRoots);
    }

    /**
     * The given directories, which must exist.
     *
     * @throws SetupException {@code invalid_configuration}
     */
    public static AllowedRoots of(Collection<Path> roots) {
        List<Path> real = new ArrayList<>();
        List<Path> given = new ArrayList<>();
        for (Path root : roots) {
            given.add(root.toAbsolutePath().normalize());
            real.add(realRoot(root));
        }
        return new AllowedRoots(real, given);
    }

    /**
     * The real path of a file.
     *
     * @throws RequestException {@code outside_allowed_roots}
     * @throws IOException where the file is inside, but cannot be resolved
     */
    Path resolve(Path path) throws IOException {
        try {
            Path real = path.toRealPath();
            if (isBelow(real, realRoots)) {
                return real;
            }
        } catch (IOException e) {
            Path lexical = path.toAbsolutePath().normalize();
            if (isBelow(lexical, givenRoots) || isBelow(lexical, realRoots)) {
                throw e;
            }
        }
        throw new RequestException(
                ErrorCode.OUTSIDE_ALLOWED_ROOTS,
                path + " is outside the allowed roots",
                "store the image through the gateway, or allow its directory");
    }

    private static boolean isBelow(Path path, List<Path> roots) {
        return roots.stream().anyMatch(path::startsWith);
    }

    private static Path realRoot(Path root) {
        try {
            Path real = root.toRealPath();
            if (!Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("not a directory");
            }
            return real;
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "the allowed root " + root + " cannot be used: " + e.getMessage(),
                    "name a directory that exists",
                    e);
        }
    }
}
