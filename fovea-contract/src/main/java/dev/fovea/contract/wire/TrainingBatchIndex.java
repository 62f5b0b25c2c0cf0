package dev.fovea.contract.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Where the samples of a {@code TrainingBatch} stand in its bytes, so that they can be read one by one and again: a step's samples
 * need not fit into memory. Nothing is decoded to find them.
 */
public final class TrainingBatchIndex {

    private final long[] ends;
    private final long first;
    private final long step;

    private TrainingBatchIndex(long first, long[] ends, long step) {
        this.first = first;
        this.ends = ends;
        this.step = step;
    }

    /**
     * Walks over a batch; the stream stays the caller's.
     *
     * @param length of the whole batch in bytes; bounds what is allocated
     * @throws dev.fovea.contract.error.RequestException with the byte offset where the bytes are no batch
     */
    public static TrainingBatchIndex read(InputStream source, long length) {
        WireReader in = WireReader.of(source, length);
        return in.read(() -> {
            Fields fields = new Fields(in, 2);
            TrainingBatchIndex samples = fields.required(() -> samples(in));
            long step = fields.required(in::number);
            fields.optional(in::number);
            fields.end();
            in.end();
            return new TrainingBatchIndex(samples.first, samples.ends, step);
        });
    }

    private static TrainingBatchIndex samples(WireReader in) throws IOException {
        long[] ends = new long[in.arrayHeader()];
        long first = in.position();
        for (int i = 0; i < ends.length; i++) {
            in.skip(1);
            ends[i] = in.position();
        }
        return new TrainingBatchIndex(first, ends, 0);
    }

    /** How many samples there are. */
    public int size() {
        return ends.length;
    }

    /** The step that they belong to. */
    public long step() {
        return step;
    }

    /** Byte at which a sample begins. */
    public long start(int sample) {
        return sample == 0 ? first : ends[sample - 1];
    }

    /** Byte behind a sample. */
    public long end(int sample) {
        return ends[sample];
    }

    @Override
    public String toString() {
        return "TrainingBatchIndex[" + size() + " samples of step " + step + ", "
                + Arrays.stream(ends).max().orElse(first) + " bytes]";
    }
}
