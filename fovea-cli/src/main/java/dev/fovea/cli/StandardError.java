package dev.fovea.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/**
 * The JVM greets every user of {@code jdk.incubator.vector} with a warning on standard error, and no option silences it. The
 * launcher therefore starts it with standard error closed off and the real one as another descriptor, which is put back here,
 * before the first line of the program itself.
 */
final class StandardError {

    private static final String PROPERTY = "fovea.stderr";
    private static final int STANDARD_ERROR = 2;

    private StandardError() {}

    /** Does nothing where the launcher did nothing. */
    static void putBack() {
        Integer kept = Integer.getInteger(PROPERTY);
        if (kept != null) {
            duplicate(kept);
        }
    }

    /** Of the C library, so that native libraries and the terminal see the real one, too. */
    @SuppressWarnings({"restricted", "unused"})
    private static void duplicate(int kept) {
        try {
            Linker linker = Linker.nativeLinker();
            int result = (int) linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("dup2"),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                    .invokeExact(kept, STANDARD_ERROR);
        } catch (Throwable noSuchCall) {
            System.out.println("fovea: standard error cannot be restored (" + noSuchCall + "); messages are lost");
        }
    }
}
