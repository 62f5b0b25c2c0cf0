package dev.fovea.engine.pool;

import java.time.Duration;

/** Leaves a failing replica alone for a while, then lets one request try it. Thread safe. */
final class Circuit {

    private final int failuresToOpen;
    private final long openNanos;
    private int failures;
    private long openUntil;
    private boolean open;
    private boolean trying;

    Circuit(int failuresToOpen, Duration openFor) {
        this.failuresToOpen = failuresToOpen;
        this.openNanos = openFor.toNanos();
    }

    /** Whether a request may go now; the first one after the pause is the trial, and the others go elsewhere meanwhile. */
    synchronized boolean admit(long now) {
        if (!open) {
            return true;
        }
        if (trying || now - openUntil < 0) {
            return false;
        }
        trying = true;
        return true;
    }

    synchronized boolean isOpen() {
        return open;
    }

    /** Whether this closed it. */
    synchronized boolean succeeded() {
        boolean closed = open;
        failures = 0;
        open = false;
        trying = false;
        return closed;
    }

    /** Whether this opened it. */
    synchronized boolean failed(long now) {
        failures++;
        boolean opened = !open && failures >= failuresToOpen;
        if (trying || failures >= failuresToOpen) {
            open = true;
            openUntil = now + openNanos;
        }
        trying = false;
        return opened;
    }

    /** Opens at once, for a replica that is not merely slow but wrong. */
    synchronized void distrust(long now) {
        failures = failuresToOpen;
        open = true;
        openUntil = now + openNanos;
        trying = false;
    }

    /** A request ended without telling anything of the replica; where it was the trial, the next one is. */
    synchronized void undecided() {
        trying = false;
    }
}
