package dev.fovea.chat;

import dev.fovea.chat.ParsedToolCall.Span;
import dev.fovea.contract.TokenIds;

/**
 * Sampled ids as a view with single ids for spelled markers has them. Tokens whose bytes may still become a marker wait; tokens
 * without bytes are left out. One completion, one thread.
 */
final class SpelledIds {

    private final SpelledMarkers markers;
    private final IntList sampled = new IntList();
    private final IntList ids = new IntList();
    /** For each id of the view, the index of the sampled token that its first byte is from. */
    private final IntList origins = new IntList();

    /** Bytes that wait, one a character. */
    private final StringBuilder waiting = new StringBuilder();

    /** For each byte that waits, the index of its sampled token. */
    private IntList owners = new IntList();

    SpelledIds(SpelledMarkers markers) {
        this.markers = markers;
    }

    static SpelledIds of(SpelledMarkers markers, TokenIds sampled) {
        SpelledIds all = new SpelledIds(markers);
        sampled.stream().forEach(all::add);
        all.end();
        return all;
    }

    /** Takes the id that was sampled next. */
    void add(int id) {
        for (byte b : markers.sampled(id)) {
            waiting.append((char) (b & 0xFF));
            owners.add(sampled.size());
        }
        sampled.add(id);
        takeMarkers();
        int from = markers.undecided(waiting);
        while (from > 0 && from < owners.size() && owners.get(from - 1) == owners.get(from)) {
            from--; // a token waits as a whole
        }
        take(from);
    }

    /** No more ids come. */
    void end() {
        take(waiting.length());
    }

    private void takeMarkers() {
        SpelledMarkers.Marker marker = markers.find(waiting);
        while (marker.from() >= 0) {
            int width = marker.end() - marker.from();
            take(marker.from());
            put(marker.id(), owners.get(0));
            drop(width);
            marker = markers.find(waiting);
        }
    }

    /** Whole tokens as they are, parts of one byte by byte. */
    private void take(int bytes) {
        int at = 0;
        while (at < bytes) {
            int owner = owners.get(at);
            int end = at;
            while (end < bytes && owners.get(end) == owner) {
                end++;
            }
            if (end - at == markers.sampled(sampled.get(owner)).length) {
                put(sampled.get(owner), owner);
            } else {
                for (int i = at; i < end; i++) {
                    put(markers.single(waiting.charAt(i)), owner);
                }
            }
            at = end;
        }
        drop(bytes);
    }

    private void put(int id, int origin) {
        ids.add(id);
        origins.add(origin);
    }

    private void drop(int bytes) {
        waiting.delete(0, bytes);
        IntList rest = new IntList();
        for (int i = bytes; i < owners.size(); i++) {
            rest.add(owners.get(i));
        }
        owners = rest;
    }

    /** The view's ids so far. */
    IntList ids() {
        return ids;
    }

    TokenIds sampled() {
        return sampled.toIds();
    }

    /** A call among the view's ids, with its place among the sampled ones. */
    ParsedToolCall placed(ParsedToolCall call) {
        Span span = call.span();
        Span placed = span == null ? null : new Span(origins.get(span.from()), origins.get(span.end() - 1) + 1);
        return new ParsedToolCall(call.raw(), call.name(), call.arguments(), call.status(), call.id(), placed);
    }
}
