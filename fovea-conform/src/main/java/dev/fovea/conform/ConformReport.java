package dev.fovea.conform;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a corpus run found. One thread. */
public final class ConformReport {

    private static final int SHOWN_DIFFERENCES = 20;

    private final List<String> shown = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final SortedMap<String, Integer> apart = new TreeMap<>();
    private long checked;
    private long differing;

    /** Counts one answer that is the reference's. */
    public void equal() {
        checked++;
    }

    /**
     * Counts one answer that is not the reference's.
     *
     * @param record the record's name in its corpus
     * @param difference what was expected and what came, in one line
     */
    public void differs(String record, String difference) {
        checked++;
        differing++;
        if (shown.size() < SHOWN_DIFFERENCES) {
            shown.add(record + ": " + difference);
        }
    }

    /**
     * Counts one answer that is compared with nothing.
     *
     * @param reason the documented difference or unsupported kind, as the documentation names it
     */
    public void apart(String reason) {
        apart.merge(reason, 1, Integer::sum);
    }

    /** Compares two answers that have a readable form. */
    public void compare(String record, Object expected, Object actual) {
        if (expected.equals(actual)) {
            equal();
        } else {
            differs(record, "expected " + expected + ", got " + actual);
        }
    }

    /** Adds a line for the reader, which counts nothing. */
    public void note(String line) {
        notes.add(line);
    }

    /** How many answers were compared. */
    public long checked() {
        return checked;
    }

    /** How many of them are not the reference's. */
    public long differing() {
        return differing;
    }

    /** How many answers each documented difference set apart. */
    public SortedMap<String, Integer> setApart() {
        return new TreeMap<>(apart);
    }

    /** The first differences, what was set apart, and as last line {@code N checked, N differing}. */
    public void print(PrintWriter out) {
        shown.forEach(line -> out.println("differs: " + line));
        if (differing > shown.size()) {
            out.printf("... and %,d more%n", differing - shown.size());
        }
        notes.forEach(out::println);
        apart.forEach((reason, count) -> out.printf("apart: %s: %d%n", reason, count));
        out.printf("%d checked, %d differing%n", checked, differing);
        out.flush();
    }
}
