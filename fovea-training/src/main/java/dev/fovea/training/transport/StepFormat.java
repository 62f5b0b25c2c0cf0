package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.wire.WireCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/**
 * How a step of one leg stands in bytes, written item by item: a list of rows for a rank, or a training batch of samples.
 *
 * @param <T> a packed row, or a sample
 */
sealed interface StepFormat<T> {

    /** A list of rows, as one rank receives it. */
    StepFormat<MicroBatch> ROWS = new Rows();

    /** A training batch: {@code [samples, step, run index]}, the last of them nil. */
    Samples SAMPLES = new Samples();

    /** The bytes of one item. */
    WireCodec<T> codec();

    /** What stands before the items. */
    void open(OutputStream out, int items) throws IOException;

    /** What stands behind them. */
    void finish(OutputStream out, long step) throws IOException;

    /**
     * Finds the items of a step, having walked over all of it.
     *
     * @throws dev.fovea.contract.error.RequestException with the byte offset where it is torn, goes on after its end, or names
     *     another step
     */
    StepIndex index(MemorySegment bytes, long step);

    /** Rows: nothing but the list. */
    record Rows() implements StepFormat<MicroBatch> {

        @Override
        public WireCodec<MicroBatch> codec() {
            return WireCodec.MICRO_BATCH;
        }

        @Override
        public void open(OutputStream out, int items) throws IOException {
            MessagePackHead.array(out, items);
        }

        @Override
        public void finish(OutputStream out, long step) {}

        @Override
        public StepIndex index(MemorySegment bytes, long step) {
            MessagePackWalk walk = new MessagePackWalk(bytes);
            StepIndex items = StepIndex.of(walk);
            walk.end();
            return items;
        }
    }

    /** Samples: the list in a struct. */
    record Samples() implements StepFormat<TrainingSample> {

        private static final int FIELDS = 3;
        private static final int REQUIRED = 2;
        private static final int NIL = 0xc0;

        @Override
        public WireCodec<TrainingSample> codec() {
            return WireCodec.TRAINING_SAMPLE;
        }

        @Override
        public void open(OutputStream out, int items) throws IOException {
            MessagePackHead.array(out, FIELDS);
            MessagePackHead.array(out, items);
        }

        @Override
        public void finish(OutputStream out, long step) throws IOException {
            MessagePackHead.positive(out, step);
            out.write(NIL);
        }

        /** Which step a batch is of. */
        long step(MemorySegment bytes) {
            MessagePackWalk walk = new MessagePackWalk(bytes);
            requireFields(walk);
            walk.skip(1);
            return walk.positive();
        }

        private static long requireFields(MessagePackWalk walk) {
            long fields = walk.array();
            if (fields < REQUIRED) {
                throw walk.fault("has " + fields + " of the " + REQUIRED + " members of a training batch");
            }
            return fields;
        }

        @Override
        public StepIndex index(MemorySegment bytes, long step) {
            MessagePackWalk walk = new MessagePackWalk(bytes);
            long fields = requireFields(walk);
            StepIndex items = StepIndex.of(walk);
            long named = walk.positive();
            if (named != step) {
                throw walk.fault("names step " + named + " and stands where step " + step + " is due");
            }
            walk.skip(fields - REQUIRED);
            walk.end();
            return items;
        }
    }
}
