package dev.fovea.vision;

import dev.fovea.contract.ImageSize;
import java.util.Arrays;

/** Rows that a step computes into a window that slides down the picture; each row is made once. */
abstract class MadeRows extends SampleRows {

    private byte[] window = new byte[0];
    private int first;
    private int end;

    MadeRows(ImageSize size) {
        super(size);
    }

    /** Makes some rows, {@code until} excluded, and writes them from {@code to} on. */
    abstract void make(int from, int until, byte[] target, int to);

    @Override
    final void require(int from, int until) {
        slide(from);
        if (until > end) {
            reserve(until - first);
            make(end, until, window, (end - first) * stride());
            end = until;
        }
    }

    @Override
    final byte[] samples() {
        return window;
    }

    @Override
    final int offset(int row) {
        return (row - first) * stride();
    }

    private void slide(int from) {
        if (from < end) {
            System.arraycopy(window, offset(from), window, 0, (end - from) * stride());
        } else {
            end = from;
        }
        first = from;
    }

    private void reserve(int rows) {
        int bytes = Math.addExact(Math.multiplyExact(rows, stride()), SampleKernel.SLACK);
        if (window.length < bytes) {
            window = Arrays.copyOf(window, bytes);
        }
    }
}
