package dev.fovea.chat;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The ids of frequent words. Bounded: short words only, and a word gives its place to the next of the same hash. */
final class WordCache {

    private static final int PLACES = 1 << 15;
    private static final int LONGEST_WORD = 32;

    /** One word; the array is never changed. */
    private static final class Entry {
        private final String word;
        private final int[] ids;

        private Entry(String word, int[] ids) {
            this.word = word;
            this.ids = ids;
        }
    }

    private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(PLACES);

    int @Nullable [] find(String word) {
        Entry entry = entries.get(place(word));
        return entry != null && entry.word.equals(word) ? entry.ids : null;
    }

    void put(String word, int[] ids) {
        if (word.length() <= LONGEST_WORD) {
            entries.set(place(word), new Entry(word, ids));
        }
    }

    private static int place(String word) {
        int hash = word.hashCode();
        return (hash ^ (hash >>> 15)) & (PLACES - 1);
    }
}
