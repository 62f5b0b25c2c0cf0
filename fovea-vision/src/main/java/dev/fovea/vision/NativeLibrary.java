package dev.fovea.vision;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A shared library of C functions, of the system or out of a jar. It stays loaded until the process ends. What is not there, or not
 * loadable on this platform, is absent: a codec without its library is not used.
 */
@SuppressWarnings("restricted") // calling C is what this class is for
final class NativeLibrary {

    private static final Linker LINKER = Linker.nativeLinker();

    private final SymbolLookup symbols;

    private NativeLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** The first of these that the platform's loader finds; names or absolute paths. */
    static Optional<NativeLibrary> ofSystem(List<String> names) {
        return names.stream().flatMap(name -> load(name).stream()).findFirst();
    }

    /**
     * A library out of a jar, written whole into a private folder and loaded from there. The folder goes at once where the system
     * lets go of a loaded file's name, else when the process ends.
     */
    static Optional<NativeLibrary> ofResource(String resource) {
        try (InputStream in = NativeLibrary.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                return Optional.empty();
            }
            Path file = written(in, resource);
            Optional<NativeLibrary> library = load(file.toString());
            remove(file);
            return library;
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void remove(Path file) {
        try {
            Files.delete(file);
            Files.delete(Objects.requireNonNull(file.getParent()));
        } catch (IOException stillOpen) {
            // Windows keeps it: the process's end removes it
        }
    }

    private static Optional<NativeLibrary> load(String nameOrPath) {
        try {
            return Optional.of(new NativeLibrary(
                    Path.of(nameOrPath).isAbsolute()
                            ? SymbolLookup.libraryLookup(Path.of(nameOrPath), Arena.global())
                            : SymbolLookup.libraryLookup(nameOrPath, Arena.global())));
        } catch (IllegalArgumentException | IllegalCallerException e) {
            return Optional.empty();
        }
    }

    /** A temporary directory of the JDK is readable and writable by its owner alone. */
    private static Path written(InputStream library, String resource) throws IOException {
        Path folder = Files.createTempDirectory("fovea-native");
        Path file = folder.resolve(resource.substring(resource.lastIndexOf('/') + 1));
        // deleted in the reverse order of registration
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        Files.copy(library, file);
        return file;
    }

    /**
     * A C function.
     *
     * @param type Java's view of it; a C {@code int} for a Java {@code long} is narrowed where the platform's {@code long} is short
     * @throws java.util.NoSuchElementException where the library has no such function
     */
    MethodHandle function(String name, MethodType type, FunctionDescriptor descriptor, Linker.Option... options) {
        MethodHandle handle = LINKER.downcallHandle(symbols.findOrThrow(name), descriptor, options);
        return MethodHandles.explicitCastArguments(handle, type);
    }

    /** A C function whose Java type follows from its description. */
    MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return LINKER.downcallHandle(symbols.findOrThrow(name), descriptor, options);
    }

    /** Whether the library has a function. */
    boolean has(String name) {
        return symbols.find(name).isPresent();
    }

    /** What a call of C may throw: nothing but a mistake in its description, or no memory. */
    static RuntimeException failed(String function, Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException e ? e : new IllegalStateException("the call of " + function, cause);
    }
}
