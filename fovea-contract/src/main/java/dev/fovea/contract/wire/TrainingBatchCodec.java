package dev.fovea.contract.wire;

import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import java.io.IOException;
import java.util.List;

/** {@code TrainingBatch}: {@code [samples, step, run_idx]}, the last of them nil on the wire. */
final class TrainingBatchCodec {

    private static final int FIELDS = 3;
    private static final int REQUIRED = 2;

    private TrainingBatchCodec() {}

    static void write(WireWriter out, TrainingBatch batch) throws IOException {
        out.struct(FIELDS);
        out.struct(batch.samples().size());
        for (TrainingSample sample : batch.samples()) {
            TrainingSampleCodec.write(out, sample);
        }
        out.number(batch.step());
        out.optionalNumber(batch.runIndex());
    }

    static TrainingBatch read(WireReader in) throws IOException {
        Fields fields = new Fields(in, REQUIRED);
        List<TrainingSample> samples = fields.required(() -> in.list(() -> TrainingSampleCodec.read(in)));
        long step = fields.required(in::number);
        Long runIndex = fields.optional(in::number);
        fields.end();
        return new TrainingBatch(samples, step, runIndex);
    }
}
