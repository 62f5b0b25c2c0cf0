package dev.fovea.cli.demo;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends all logs of the process to a file of the run, so that the terminal belongs to the view. */
final class LogFile {

    private static final Logger ROOT = Logger.getLogger("");

    private LogFile() {}

    static void open(Path file) {
        try {
            FileHandler handler = new FileHandler(file.toString().replace("%", "%%"));
            handler.setFormatter(new SimpleFormatter());
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
}
