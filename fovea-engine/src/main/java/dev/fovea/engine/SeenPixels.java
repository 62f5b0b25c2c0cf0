package dev.fovea.engine;

import dev.fovea.contract.PixelDigest;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an engine made of each reference when it first showed it: one reference has one picture, in every turn. Thread safe. */
final class SeenPixels {

    /** References that are remembered; one that was forgotten is taken on trust once more. */
    private static final int REMEMBERED = 16_384;

    private final Map<String, PixelDigest> byReference = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PixelDigest> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Whether a digest is the one seen before; the first one is. */
    synchronized boolean agree(String reference, PixelDigest pixels) {
        PixelDigest seen = byReference.putIfAbsent(reference, pixels);
        return seen == null || seen.equals(pixels);
    }
}
