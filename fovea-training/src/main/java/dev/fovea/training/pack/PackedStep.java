package dev.fovea.training.pack;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.wire.MicroBatchWriter;
import dev.fovea.training.PackSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A step's rows, each built when it is asked for, so that one row at a time is in memory. */
public final class PackedStep {

    private final PackPlan plan;
    private final Members members;
    private final PackCounts counts;
    private final RowBuilder.Constants constants;

    PackedStep(PackPlan plan, Members members, PackSettings settings, PackCounts counts) {
        this.plan = plan;
        this.members = members;
        this.counts = counts;
        this.constants = RowBuilder.Constants.of(
                settings.sequenceTokens() + settings.padToMultipleOf() - 1, settings.adapters());
    }

    /** Who gets what. Samples are numbered as in {@link #sampleNumbers(PlannedRow)}. */
    public PackPlan plan() {
        return plan;
    }

    /** What became of the samples. */
    public PackCounts counts() {
        return counts;
    }

    /** A row's samples, by their numbers in the source that was packed. */
    public List<Integer> sampleNumbers(PlannedRow row) {
        return row.samples().stream().map(members.numbers()::get).toList();
    }

    /** A rank's rows, in order, each built as it is taken. */
    public Stream<MicroBatch> rows(int rank) {
        return plan.ranks().get(rank).stream().map(this::build);
    }

    /** Builds one row. */
    public MicroBatch build(PlannedRow row) {
        List<TrainingSample> samples = new ArrayList<>();
        List<Integer> adapters = new ArrayList<>();
        for (int planned : row.samples()) {
            samples.add(members.get(planned));
            adapters.add(members.adapter(planned));
        }
        RowBuilder builder = new RowBuilder(samples, adapters, row.padding(), constants);
        return row.isFiller() ? builder.buildFiller() : builder.build();
    }

    /** Writes a rank's rows as its trainer reads them; the stream stays open. */
    public void write(int rank, OutputStream target) throws IOException {
        List<PlannedRow> rows = plan.ranks().get(rank);
        MicroBatchWriter out = new MicroBatchWriter(target, rows.size());
        for (PlannedRow row : rows) {
            out.write(build(row));
        }
        out.finish();
    }
}
