package dev.fovea.vision;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.util.Locale;

/**
 * Which loops this runtime runs. The system property {@code fovea.vision.kernel} is {@code auto} (the default: vectors where the
 * module {@code jdk.incubator.vector} is resolved and the machine's vectors are wide enough), {@code scalar} or {@code vector}.
 */
enum KernelChoice {
    AUTO {
        @Override
        SampleKernel kernel() {
            return hasVectors() ? new VectorKernel() : new ScalarKernel();
        }
    },
    SCALAR {
        @Override
        SampleKernel kernel() {
            return new ScalarKernel();
        }
    },
    VECTOR {
        @Override
        SampleKernel kernel() {
            if (!hasVectors()) {
                throw refused(
                        PROPERTY + " is vector, and this runtime has no vectors of 256 bits",
                        "add the JVM option --add-modules jdk.incubator.vector, or set " + PROPERTY + " to auto");
            }
            return new VectorKernel();
        }
    };

    static final String PROPERTY = "fovea.vision.kernel";

    private static final String MODULE = "jdk.incubator.vector";

    abstract SampleKernel kernel();

    static KernelChoice of(String name) {
        for (KernelChoice choice : values()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(name)) {
                return choice;
            }
        }
        throw refused("the system property " + PROPERTY + " is " + name, "set it to auto, scalar or vector");
    }

    /** The kernel of this process; chosen at the first picture. */
    static SampleKernel chosen() {
        return Chosen.KERNEL;
    }

    static boolean hasVectors() {
        return ModuleLayer.boot().findModule(MODULE).isPresent() && VectorKernel.isWide();
    }

    private static SetupException refused(String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CONFIGURATION, what, remedy);
    }

    private static final class Chosen {
        static final SampleKernel KERNEL =
                of(System.getProperty(PROPERTY, "auto")).kernel();
    }
}
