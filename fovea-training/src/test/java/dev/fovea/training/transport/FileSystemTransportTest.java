package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.wire.WireCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemTransportTest extends DurableTransportContract {

    @TempDir
    private Path trainer;

    @Override
    protected Transport openTransport() {
        return new FileSystemTransport(trainer);
    }

    @Test
    void rowsStandWhereTheFieldsTrainerLooksAsItReadsThem() throws IOException {
        try (StepSender<MicroBatch> sender = transport.sendRows(2)) {
            send(sender, 7, 2, 2);
        }

        Path rollouts = trainer.resolve("rollouts");
        assertThat(Files.readAllBytes(rollouts.resolve("step_7/rank_1.bin")))
                .isEqualTo(WireCodec.MICRO_BATCHES.encode(StepItems.rows(7, 1, 2)));
        try (var entries = Files.list(rollouts.resolve("step_7"))) {
            assertThat(entries.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("rank_0.bin", "rank_1.bin");
        }
        assertThat(rollouts).isDirectoryNotContaining("glob:**.tmp");
    }

    /** As the field's own structs were encoded by msgspec. */
    @Test
    void samplesStandWhereTheFieldsPackerLooksByteForByte() throws IOException {
        byte[] golden = HexFormat.of()
                .parseHex("93919e9301ccfa0293c2c3c393cb0000000000000000cbbfe0000000000000cbbfd0000000000000"
                        + "93cb3ff0000000000000cb3ff0000000000000cb3ff0000000000000a165c0c0"
                        + "91919584a46b696e64b17072696d655f7261775f6d6d5f6974656da666616d696c79a77177656e5f766c"
                        + "ad7261775f696d6167655f757269a966696c653a2f2f2f69a77061796c6f616481ae696d6167655f67726964"
                        + "5f7468779193010202d9206162616261626162616261626162616261626162616261626162616261626162"
                        + "a966696c653a2f2f2f690101c093000100c0c0c0"
                        + "93cb0000000000000000cb3ff0000000000000cb3ff000000000000007c0");
        List<TrainingSample> samples =
                WireCodec.TRAINING_BATCH.read(ByteBuffer.wrap(golden)).samples();

        try (StepSender<TrainingSample> sender = transport.sendSamples("run_default");
                OutgoingStep<TrainingSample> step = sender.begin(7, 1)) {
            samples.forEach(sample -> step.add(0, sample));
            step.commit();
        }

        assertThat(trainer.resolve("run_default/rollouts/step_7/train_rollouts.bin"))
                .hasBinaryContent(golden);
    }

    @Test
    void recordsOfOthersInAStepsFolderAreLeftAlone() throws IOException {
        Path folder = trainer.resolve("run_default/rollouts/step_1");
        Files.createDirectories(folder.resolve("train/all"));
        try (StepSender<TrainingSample> sender = transport.sendSamples("run_default");
                StepReceiver<TrainingSample> receiver = transport.receiveSamples("run_default", 1)) {
            sendSamples(sender, 1, 2);

            assertThat(next(receiver)).hasSize(2);
        }

        assertThat(folder.resolve("train/all")).isDirectory();
        assertThat(folder.resolve("train_rollouts.bin")).doesNotExist();
    }

    @Test
    void aStepThatIsTrainedByAllRanksNeedsNoSpace() {
        try (StepSender<MicroBatch> sender = transport.sendRows(2);
                StepReceiver<MicroBatch> zero = transport.receiveRows(0, 1);
                StepReceiver<MicroBatch> one = transport.receiveRows(1, 1)) {
            send(sender, 1, 2, 1);

            next(one);
            assertThat(trainer.resolve("rollouts/step_1/rank_0.bin")).exists();
            next(zero);
            assertThat(trainer.resolve("rollouts/step_1")).doesNotExist();
        }
    }

    @Test
    void aTornFileIsLookedAtAFewTimesAndThenRefusedWithItsPlace() throws IOException {
        Path file = trainer.resolve("rollouts/step_1/rank_0.bin");
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 2);
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
            for (int look = 0; look < 4; look++) {
                assertThat(receiver.poll(Duration.ZERO)).isEmpty();
            }
            refused(ErrorCode.INVALID_WIRE_DATA, () -> receiver.poll(Duration.ZERO), "rank_0.bin was no whole step");
            refused(ErrorCode.INVALID_WIRE_DATA, () -> receiver.poll(Duration.ZERO), "at byte");

            Files.write(file, whole);
            assertThat(next(receiver)).hasSize(2);
        }
    }

    @Test
    void aTornPrefixIsNeverAStep() throws IOException {
        Path file = trainer.resolve("rollouts/step_1/rank_0.bin");
        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            send(sender, 1, 1, 1);
        }
        byte[] whole = Files.readAllBytes(file);

        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1)) {
                assertThat(receiver.poll(Duration.ZERO))
                        .as("prefix of %d bytes", length)
                        .isEmpty();
            }
        }
    }

    @Test
    void anItemOfAnotherTypeIsRefusedWithItsPlace() throws IOException {
        Path file = trainer.resolve("rollouts/step_1/rank_0.bin");
        Files.createDirectories(file.getParent());
        Files.write(file, HexFormat.of().parseHex("9193010203")); // a list of one list of three numbers

        try (StepReceiver<MicroBatch> receiver = transport.receiveRows(0, 1);
                IncomingStep<MicroBatch> step = receiver.poll(Duration.ZERO).orElseThrow()) {
            refused(ErrorCode.INVALID_WIRE_DATA, () -> step.iterator().next(), "rank_0.bin, item 0");
        }
    }

    @Test
    void aBatchUnderAnotherStepsNameIsRefused() throws IOException {
        Path file = trainer.resolve("run_a/rollouts/step_2/train_rollouts.bin");
        Files.createDirectories(file.getParent());
        Files.write(file, HexFormat.of().parseHex("939001c0"));

        try (StepReceiver<TrainingSample> receiver = transport.receiveSamples("run_a", 2)) {
            refused(ErrorCode.INVALID_WIRE_DATA, () -> receiver.poll(SOON), "names step 1");
        }
    }

    @Test
    void aSecondWriterIsKeptOut() {
        try (StepSender<MicroBatch> first = transport.sendRows(1)) {
            refused(ErrorCode.WRITER_REPLACED, () -> transport.sendRows(1), "another writer");
            assertThat(first.committed()).isEmpty();
        }
        transport.sendRows(1).close();
    }

    @Test
    void whatAWriterThatDiedLeftBehindIsRemoved() throws IOException {
        Path left = Files.createDirectories(trainer.resolve("rollouts/.step_1.tmp"));
        Files.writeString(left.resolve("rank_0.bin"), "half");

        try (StepSender<MicroBatch> sender = transport.sendRows(1)) {
            assertThat(left).doesNotExist();
            send(sender, 1, 1, 1);
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsAStorageErrorWithItsPath() throws IOException {
        Files.writeString(trainer.resolve("rollouts"), "in the way");

        refused(ErrorCode.STORAGE_FAILED, () -> transport.sendRows(1), "rollouts");
    }

    @Test
    void aRunsNameIsOneFolder() {
        for (String name : List.of("", "..", "a/b", "/a", ".hidden")) {
            refused(ErrorCode.INVALID_CONFIGURATION, () -> transport.sendSamples(name), "is no name of a run");
        }
    }
}
