package dev.fovea.contract.wire;

import dev.fovea.contract.MicroBatch;
import java.io.IOException;
import java.io.OutputStream;

/** Writes the rows of one rank and step one by one, as {@link WireCodec#MICRO_BATCHES} writes them all. One thread. */
public final class MicroBatchWriter {

    private final WireWriter out;
    private final int announced;
    private int written;

    /**
     * Begins the list; the stream stays the caller's.
     *
     * @param rows how many will follow
     */
    public MicroBatchWriter(OutputStream target, int rows) throws IOException {
        this.out = new WireWriter(target);
        this.announced = rows;
        out.struct(rows);
    }

    /** Writes the next row. */
    public void write(MicroBatch row) throws IOException {
        if (written == announced) {
            throw new IllegalStateException("a row more than the " + announced + " that were announced");
        }
        MicroBatchCodec.write(out, row);
        written++;
    }

    /**
     * Gives everything to the stream.
     *
     * @throws IllegalStateException where fewer rows were written than announced
     */
    public void finish() throws IOException {
        if (written != announced) {
            throw new IllegalStateException(written + " rows of the " + announced + " that were announced");
        }
        out.flush();
    }
}
