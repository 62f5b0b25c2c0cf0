package dev.fovea.chat;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The ids of long texts that come again: instructions and tools stand in front of every rollout. Two generations bound it: when
 * the younger is full it becomes the older, and what nobody asked for since the time before is forgotten.
 */
final class SegmentCache {

    /** Shorter texts cost as much to look up as to encode. */
    private static final int SHORTEST = 64;

    private static final int LONGEST = 1 << 19;

    /** Characters in one generation; both together take about 16 MB. */
    private static final int GENERATION = 1 << 21;

    private static final class Generation {
        private final ConcurrentHashMap<String, EncodedText> texts = new ConcurrentHashMap<>();
        private final AtomicInteger characters = new AtomicInteger();
    }

    private volatile Generation younger = new Generation();
    private volatile Generation older = new Generation();

    @Nullable EncodedText find(String text) {
        if (!holds(text)) {
            return null;
        }
        EncodedText known = younger.texts.get(text);
        if (known != null) {
            return known;
        }
        EncodedText aged = older.texts.get(text);
        if (aged != null) {
            put(text, aged);
        }
        return aged;
    }

    void put(String text, EncodedText encoded) {
        if (!holds(text)) {
            return;
        }
        Generation current = younger;
        if (current.texts.putIfAbsent(text, encoded) == null
                && current.characters.addAndGet(text.length()) > GENERATION) {
            age(current);
        }
    }

    private synchronized void age(Generation full) {
        if (younger == full) {
            older = full;
            younger = new Generation();
        }
    }

    private static boolean holds(String text) {
        return text.length() >= SHORTEST && text.length() <= LONGEST;
    }
}
