package dev.fovea.contract.wire;

import dev.fovea.contract.MicroBatch;
import java.io.InputStream;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Reads the rows of one rank and step one by one, so that no more than one need be in memory. One thread. */
public final class MicroBatchReader implements Iterator<MicroBatch> {

    private final WireReader in;
    private int left;

    /**
     * Begins a list; the stream stays the caller's.
     *
     * @param length of the whole list in bytes; bounds what is allocated
     * @throws dev.fovea.contract.error.RequestException where the bytes are no list
     */
    public MicroBatchReader(InputStream source, long length) {
        this.in = WireReader.of(source, length);
        this.left = in.read(in::arrayHeader);
        endIfLast();
    }

    /** How many rows have not been read yet. */
    public int remaining() {
        return left;
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    /**
     * The next row.
     *
     * @throws dev.fovea.contract.error.RequestException with the byte offset where the bytes are no row, or go on after the last
     */
    @Override
    public MicroBatch next() {
        if (left == 0) {
            throw new NoSuchElementException("all rows were read");
        }
        MicroBatch row = in.read(() -> MicroBatchCodec.read(in));
        left--;
        endIfLast();
        return row;
    }

    private void endIfLast() {
        if (left == 0) {
            in.read(() -> {
                in.end();
                return Boolean.TRUE;
            });
        }
    }
}
