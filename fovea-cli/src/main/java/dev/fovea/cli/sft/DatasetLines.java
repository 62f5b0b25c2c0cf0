package dev.fovea.cli.sft;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.SetupException;
import dev.fovea.contract.error.StorageException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A file with one conversation a line, read line by line in any order: only where lines begin is kept in memory. */
final class DatasetLines implements AutoCloseable {

    /** A conversation with a dozen screenshots as data URLs has some 10 MB. */
    private static final int LONGEST_LINE = 256 << 20;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(LONGEST_LINE)
                            .build())
                    .build())
            .build();

    /**
     * Where a line stands.
     *
     * @param number from 1
     * @param from its first byte
     * @param length in bytes, without its end
     */
    record Line(int number, long from, int length) {}

    private final Path file;
    private final RandomAccessFile bytes;
    private final List<Line> lines;

    private DatasetLines(Path file, RandomAccessFile bytes, List<Line> lines) {
        this.file = file;
        this.bytes = bytes;
        this.lines = lines;
    }

    /**
     * Finds all lines that are not blank.
     *
     * @throws SetupException {@code invalid_configuration} where the file cannot be read or holds none
     */
    static DatasetLines open(Path file) {
        try {
            List<Line> lines = find(file);
            if (lines.isEmpty()) {
                throw refused(file, "holds no line");
            }
            return new DatasetLines(file, new RandomAccessFile(file.toFile(), "r"), lines);
        } catch (IOException e) {
            throw refused(file, "cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static List<Line> find(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            int number = 1;
            long at = 0;
            long from = 0;
            boolean blank = true;
            for (int next = in.read(); next >= 0; next = in.read(), at++) {
                if (next == '\n') {
                    add(lines, number++, from, at, blank);
                    from = at + 1;
                    blank = true;
                } else {
                    blank &= next == ' ' || next == '\t' || next == '\r';
                }
            }
            add(lines, number, from, at, blank);
        }
        return lines;
    }

    private static void add(List<Line> lines, int number, long from, long end, boolean blank) {
        if (!blank) {
            lines.add(new Line(number, from, (int) Math.min(end - from, LONGEST_LINE + 1L)));
        }
    }

    private static SetupException refused(Path file, String why) {
        return new SetupException(
                ErrorCode.INVALID_CONFIGURATION,
                "the dataset " + file + " " + why,
                "name a file with one JSON object a line, each with its messages");
    }

    int size() {
        return lines.size();
    }

    /** The lines in an order that a seed decides. */
    List<Line> shuffled(long seed) {
        List<Line> shuffled = new ArrayList<>(lines);
        Collections.shuffle(shuffled, new Random(seed));
        return shuffled;
    }

    /** The lines as they stand. */
    List<Line> inOrder() {
        return Collections.unmodifiableList(lines);
    }

    /**
     * Reads a line.
     *
     * @throws RequestException where it is no JSON
     */
    JsonNode read(Line line) {
        if (line.length() > LONGEST_LINE) {
            throw new RequestException(
                    ErrorCode.BODY_TOO_LARGE,
                    "the line has more than " + LONGEST_LINE + " bytes",
                    "give pictures as paths beside the dataset");
        }
        byte[] text = new byte[line.length()];
        try {
            bytes.seek(line.from());
            bytes.readFully(text);
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "could not read " + file + " (" + e + ")", "check its disk", e);
        }
        try {
            return JSON.readTree(new String(text, StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw new RequestException(ErrorCode.INVALID_JSON, "the line is no JSON", "mend it", e);
        }
    }

    @Override
    public void close() {
        try {
            bytes.close();
        } catch (IOException e) {
            throw new StorageException(
                    ErrorCode.STORAGE_FAILED, "could not close " + file + " (" + e + ")", "check its disk", e);
        }
    }
}
