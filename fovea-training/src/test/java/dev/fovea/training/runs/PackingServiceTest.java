package dev.fovea.training.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.training.PackSettings;
import dev.fovea.training.transport.FileSystemTransport;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs and a trainer over files, as they run side by side. */
class PackingServiceTest {

    private static final int ROW = 8;

    private final Path folder;
    private final FileSystemTransport transport;
    private final List<String> told = new ArrayList<>();

    PackingServiceTest(@TempDir Path folder) {
        this.folder = folder;
        this.transport = new FileSystemTransport(folder);
    }

    @Test
    void runsShareAStepAndNeverARow() {
        send("run_a", 1, sample(1, 2), sample(2, 2));
        send("run_b", 1, sample(3, 4));

        try (PackingService service = service(Duration.ZERO)) {
            assertThat(service.turn()).contains(1L);
            assertThat(service.turn()).isEmpty();
        }

        List<MicroBatch> rows = rows(1);
        assertThat(rows).extracting(MicroBatch::runId).containsExactly("run_a", "run_b");
        assertThat(rows).extracting(MicroBatch::loraTokens).containsExactly(List.of(4, 0), List.of(0, 4));
    }

    @Test
    void aBadRunIsPutOutAndTheOtherGoesOn() {
        send("run_a", 1, sample(1, ROW + 1));
        send("run_b", 1, sample(2, 4));

        try (PackingService service = service(Duration.ZERO)) {
            assertThat(service.turn()).contains(1L);
            send("run_b", 2, sample(3, 4));
            assertThat(service.turn()).contains(2L);
        }

        assertThat(told).anyMatch(line -> line.startsWith("run_a out: sample 0 of step 1"));
        assertThat(rows(1)).extracting(MicroBatch::runId).containsExactly("run_b");
        assertThat(rows(2)).extracting(MicroBatch::runStep).containsExactly(2L);
    }

    @Test
    void aStepThatFillsMoreThanOneIsReleasedWithItsLastRow() {
        send("run_a", 1, sample(1, 6), sample(2, 6));

        try (PackingService service = service(Duration.ZERO)) {
            assertThat(service.turn()).contains(1L);
            assertThat(samplesLeft("run_a", 1)).isTrue();
            assertThat(service.turn()).contains(2L);
            assertThat(samplesLeft("run_a", 1)).isFalse();
        }
    }

    @Test
    void aPackerThatIsStartedAgainGoesOn() {
        send("run_a", 1, sample(1, 4));
        try (PackingService service = service(Duration.ZERO)) {
            assertThat(service.turn()).contains(1L);
        }
        send("run_a", 2, sample(2, 4));

        try (PackingService service = service(Duration.ZERO)) {
            assertThat(service.turn()).contains(2L);
        }

        assertThat(rows(2)).extracting(MicroBatch::runStep).containsExactly(2L);
    }

    @Test
    void samplesThatFillNoStepWaitForOthers() {
        send("run_a", 1, sample(1, 4));

        try (PackingService service = service(Duration.ofHours(1))) {
            assertThat(service.turn()).isEmpty();
            send("run_b", 1, sample(2, 4));
            assertThat(service.turn()).contains(1L);
        }
    }

    private PackingService service(Duration linger) {
        PackSettings settings = PackSettings.forRanks(ROW, 1, 1).withAdapters(2);
        return new PackingService(
                List.of("run_a", "run_b"), transport, transport, settings, linger, new PackingListener() {
                    @Override
                    public void sent(long step, MultiRunStep packed) {
                        told.add("step " + step);
                    }

                    @Override
                    public void evicted(Eviction eviction) {
                        told.add(eviction.run() + " out: " + eviction.reason());
                    }
                });
    }

    private boolean samplesLeft(String run, long step) {
        return Files.exists(folder.resolve(run + "/rollouts/step_" + step + "/train_rollouts.bin"));
    }

    private void send(String run, long step, TrainingSample... samples) {
        try (StepSender<TrainingSample> sender = transport.sendSamples(run);
                OutgoingStep<TrainingSample> outgoing = sender.begin(step, samples.length)) {
            for (TrainingSample sample : samples) {
                outgoing.add(0, sample);
            }
            outgoing.commit();
        }
    }

    private List<MicroBatch> rows(long step) {
        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, step);
                IncomingStep<MicroBatch> incoming = receiver.poll(Duration.ZERO).orElseThrow()) {
            List<MicroBatch> rows = new ArrayList<>();
            incoming.forEach(rows::add);
            return rows;
        }
    }

    private static TrainingSample sample(int id, int tokens) {
        TokenMask mask = TokenMask.filled(tokens, true);
        return new TrainingSample(
                ExpandedIds.of(java.util.stream.IntStream.range(id, id + tokens).toArray()),
                mask,
                TokenValues.filled(tokens, -0.5),
                TokenValues.filled(tokens, 1.0),
                "env",
                null,
                List.of(),
                null,
                null,
                LossStreams.none(),
                TokenValues.filled(tokens, 0.5));
    }
}
