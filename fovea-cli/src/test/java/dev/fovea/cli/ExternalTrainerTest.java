package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.client.LoadedWeights;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.orchestrator.ExternalTrainer;
import dev.fovea.training.LearnSettings;
import dev.fovea.training.PackSettings;
import dev.fovea.training.Packer;
import dev.fovea.training.transport.FileSystemTransport;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch goes out over a transport, another process learns and publishes, and the loop goes on with the new weights. */
class ExternalTrainerTest {

    private static final LearnSettings SETTINGS = new LearnSettings(1e-3, 0.2, 1, 1);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final FileSystemTransport transport;
    private final TestGateway gateway;
    private final Path folder;
    private StepSender<MicroBatch> sender;

    ExternalTrainerTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.transport = new FileSystemTransport(folder);
        this.gateway = new TestGateway(folder);
    }

    @BeforeEach
    void open() {
        sender = transport.sendRows(1);
    }

    @AfterEach
    void close() {
        sender.close();
        gateway.close();
    }

    @Test
    void aBatchComesBackAsNewWeights() throws Exception {
        try (ExecutorService elsewhere = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<MicroBatch>> learning = elsewhere.submit(learnAndPublish(5));
            ExternalTrainer trainer = trainer(LONG);

            trainer.train(5, samples(8), 4, SETTINGS);

            assertThat(trainer.version()).isEqualTo(new WeightVersion(5));
            assertThat(learning.get()).hasSize(4).allSatisfy(row -> {
                assertThat(row.runId()).isEqualTo("run");
                assertThat(row.runStep()).isEqualTo(5);
                assertThat(row.sequenceLengths()).hasSize(2);
            });
        }
    }

    @Test
    void aTrainerThatPublishesNothingEndsTheRunWithWhatToDo() {
        ExternalTrainer trainer = trainer(Duration.ZERO);

        assertThatThrownBy(() -> trainer.train(1, samples(4), 1, SETTINGS))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TRAINING_FAILED))
                .hasMessageContaining("publishes to this gateway");
    }

    @Test
    void whoeverWaitsForWeightsHearsOfTheNewest() throws InterruptedException, IOException {
        Path checkpoint = Files.createDirectories(folder.resolve("weights/step-3"));

        assertThat(gateway.control().awaitWeights(new WeightVersion(0), Duration.ZERO))
                .isEmpty();
        gateway.control().loadWeights(checkpoint, new WeightVersion(3));

        assertThat(gateway.control().awaitWeights(new WeightVersion(0), LONG))
                .contains(new LoadedWeights(new WeightVersion(3), checkpoint.toRealPath()));
        assertThat(gateway.control().awaitWeights(new WeightVersion(3), Duration.ZERO))
                .isEmpty();
    }

    private ExternalTrainer trainer(Duration patience) {
        return new ExternalTrainer(
                "run", new Packer(new PackSettings(8, 1), new ProofLedger()), sender, gateway.control(), patience);
    }

    private Callable<List<MicroBatch>> learnAndPublish(long step) {
        return () -> {
            try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                    IncomingStep<MicroBatch> batch = receiver.poll(LONG).orElseThrow()) {
                List<MicroBatch> rows = new java.util.ArrayList<>();
                batch.forEach(rows::add);
                batch.release();
                Path checkpoint = Files.createDirectories(folder.resolve("weights/step-" + step));
                gateway.control().loadWeights(checkpoint, new WeightVersion(step));
                return rows;
            }
        };
    }

    private static List<TrainingSample> samples(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new TrainingSample(
                        ExpandedIds.of(i, i + 1, i + 2, i + 3),
                        TokenMask.of(false, false, true, true),
                        TokenValues.of(0, 0, -0.5, -0.25),
                        TokenValues.filled(4, 1),
                        "env",
                        null,
                        List.of(),
                        null,
                        null,
                        LossStreams.none(),
                        TokenValues.of(0, 0, 1, 1)))
                .toList();
    }
}
