package dev.fovea.training;

import static dev.fovea.training.Samples.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemTransportTest {

    @TempDir
    private Path run;

    private MicroBatchTransport transport;

    @BeforeEach
    void openTransport() {
        transport = new FileSystemTransport(run);
    }

    @Test
    void whatWasSentIsWhatIsReceived() {
        List<MicroBatch> rows = rows();

        transport.send(7, 0, rows);

        assertThat(transport.receive(7, 0)).isEqualTo(rows);
        assertThat(run.resolve("rollouts/step_7/rank_0.bin")).exists();
        assertThat(run.resolve("rollouts/step_7")).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void aStepThatIsTrainedNeedsNoSpace() {
        transport.send(7, 0, rows());
        transport.send(7, 1, rows());

        transport.release(7, 1);
        assertThat(transport.receive(7, 0)).hasSize(2);
        transport.release(7, 0);

        assertThat(run.resolve("rollouts/step_7")).doesNotExist();
    }

    @Test
    void aTornFileIsRefusedAndNeverHalfRead() throws IOException {
        transport.send(1, 0, rows());
        Path file = run.resolve("rollouts/step_1/rank_0.bin");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        assertThatThrownBy(() -> transport.receive(1, 0))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("at byte");
    }

    @Test
    void aStepThatIsNotThereIsAStorageError() {
        assertThatThrownBy(() -> transport.receive(9, 0)).isInstanceOf(StorageException.class);
    }

    @Test
    void aFolderThatCannotBeMadeIsAStorageErrorWithItsPath() throws IOException {
        Files.writeString(run.resolve("rollouts"), "in the way");

        assertThatThrownBy(() -> transport.send(1, 0, rows()))
                .isInstanceOfSatisfying(
                        FoveaException.class,
                        error -> assertThat(error.what()).contains("rollouts").contains("step_1"));
    }

    private static List<MicroBatch> rows() {
        return new Packer(new PackSettings(16, 1), new ProofLedger())
                .pack(List.of(Samples.of(100, 7, span(1, 2)), Samples.of(200, 12)))
                .rows();
    }
}
