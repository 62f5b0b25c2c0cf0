package dev.fovea.policy;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;

/** PyTorch's native library: loaded once a process, quiet, and without the calls home that its Java binding makes. */
final class LibTorch {

    private LibTorch() {}

    /**
     * Prepares the calling platform thread and gives the root of the native arrays that it will make.
     *
     * <p>Only long-lived platform threads may call PyTorch: gradient mode and the worker pool belong to an operating system
     * thread, and a virtual thread changes its own.
     *
     * @param threads that one operation may use
     */
    static NDManager enterThread(int threads) {
        Engine engine = Loaded.ENGINE;
        JniUtils.setNumThreads(threads);
        JniUtils.setGradMode(false);
        return engine.newBaseManager();
    }

    /** Fails now, and not in a worker thread, where the library cannot be loaded. */
    static void load() {
        try {
            Loaded.ENGINE.getEngineName();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "PyTorch's native library does not load on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch"),
                    "use an external engine, or a build for this platform",
                    e);
        }
    }

    private static final class Loaded {

        static final Engine ENGINE = start();

        private static Engine start() {
            silence("OPT_OUT_TRACKING", "true");
            silence("ai.djl.offline", "true");
            silence("slf4j.internal.verbosity", "ERROR");
            return Engine.getEngine("PyTorch");
        }

        private static void silence(String property, String value) {
            if (System.getProperty(property) == null) {
                System.setProperty(property, value);
            }
        }
    }
}
