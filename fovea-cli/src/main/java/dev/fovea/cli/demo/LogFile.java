package dev.fovea.cli.demo;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Sends all logs of the process to a file of the run, so that the terminal belongs to the view. */
final class LogFile {

    private static final Logger ROOT = Logger.getLogger("");

    private LogFile() {}

    static void open(Path file) {
        try {
            FileHandler handler = new FileHandler(file.toString().replace("%", "%%"));
            handler.setFormatter(new SimpleFormatter());
            handler.setErrorManager(new Silence());
            ROOT.addHandler(handler);
            ROOT.setLevel(Level.INFO);
        } catch (IOException e) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "log file " + file + " cannot be written (" + e + ")",
                    "choose another --out",
                    e);
        }
    }

    /** The JDK's would print a stack trace on the terminal, for instance when the disk is full; the run says that in a sentence. */
    private static final class Silence extends ErrorManager {
        @Override
        public void error(@Nullable String message, @Nullable Exception cause, int code) {
            // a log that cannot be written has nowhere to say so
        }
    }
}
