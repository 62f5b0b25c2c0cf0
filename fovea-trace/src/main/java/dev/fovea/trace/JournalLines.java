package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The lines of a journal, read as bytes: a line that was torn inside of a character is torn, not a broken file. Only what ends
 * with a newline is a line.
 */
final class JournalLines {

    /** Longest event, newline included. A turn of a million tokens takes about 20 MB. */
    static final int MAX_LINE_BYTES = 64 << 20;

    private static final int STEP_BYTES = 64 << 10;

    /** What hears of each line. */
    @FunctionalInterface
    interface Reader {
        void line(String line, int number);
    }

    private final Reader reader;
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();
    private int number;

    private JournalLines(Reader reader) {
        this.reader = reader;
    }

    /**
     * Reads every whole line.
     *
     * @return bytes of a last line that was never finished
     */
    static int read(Path file, Reader reader) {
        JournalLines lines = new JournalLines(reader);
        try (InputStream in = Files.newInputStream(file)) {
            byte[] step = new byte[STEP_BYTES];
            for (int length = in.read(step); length >= 0; length = in.read(step)) {
                lines.take(step, length);
            }
            return lines.open.size();
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "could not read " + file + " (" + e + ")", "check the run folder", e);
        }
    }

    private void take(byte[] step, int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (step[i] == '\n') {
                append(step, from, i);
                from = i + 1;
                String line = open.toString(StandardCharsets.UTF_8);
                open.reset();
                reader.line(line, ++number);
            }
        }
        append(step, from, length);
    }

    private void append(byte[] step, int from, int to) {
        if (open.size() + (to - from) >= MAX_LINE_BYTES) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST,
                    "line " + (number + 1) + " of the journal is longer than " + MAX_LINE_BYTES + " bytes",
                    "the file is no journal, or damaged");
        }
        open.write(step, from, to - from);
    }
}
