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

    synchronized void succeeded() {
        failures = 0;
        open = false;
        trying = false;
    }

    synchronized void failed(long now) {
        failures++;
        if (trying || failures >= failuresToOpen) {
            open = true;
            openUntil = now + openNanos;
        }
        trying = false;
    }

    /** Opens at once, for a replica that is not merely slow but wrong. */
    synchronized void distrust(long now) {
        failures = failuresToOpen;
        open = true;
        openUntil = now + openNanos;
        trying = false;
    }
}
