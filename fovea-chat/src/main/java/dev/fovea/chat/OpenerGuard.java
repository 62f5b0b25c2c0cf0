package dev.fovea.chat;

import java.util.List;

/** Holds back what may be the opener of spelled calls, and everything behind one. One stream, one thread. */
final class OpenerGuard {

    private final List<String> openers;
    private String waiting = "";
    private boolean found;

    OpenerGuard(List<String> openers) {
        this.openers = openers;
    }

    /** The text that is certain now. */
    String add(String more) {
        if (openers.isEmpty() || found) {
            return found ? "" : more;
        }
        String text = waiting + more;
        int from = first(text);
        found = from < text.length();
        int certain = found ? from : undecided(text);
        waiting = text.substring(certain);
        return text.substring(0, certain);
    }

    private int first(String text) {
        int first = text.length();
        for (String opener : openers) {
            int at = text.indexOf(opener);
            first = at < 0 ? first : Math.min(first, at);
        }
        return first;
    }

    private int undecided(String text) {
        int longest = openers.stream().mapToInt(String::length).max().orElse(0);
        for (int from = Math.max(0, text.length() - longest); from < text.length(); from++) {
            String rest = text.substring(from);
            if (openers.stream().anyMatch(opener -> opener.startsWith(rest))) {
                return from;
            }
        }
        return text.length();
    }

    /** What waited and is no opener, once no more text comes. */
    String end() {
        String rest = found ? "" : waiting;
        waiting = "";
        return rest;
    }

    /** Whether an opener came; only the whole answer tells what it is. */
    boolean found() {
        return found;
    }
}
