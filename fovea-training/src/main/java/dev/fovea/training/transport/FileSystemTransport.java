package dev.fovea.training.transport;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Steps as files that appear by a rename: {@code rollouts/step_<n>/rank_<r>.bin} for ranks, and
 * {@code <run>/rollouts/step_<n>/train_rollouts.bin} for the packer. Nothing is lost when any process dies.
 */
public final class FileSystemTransport implements Transport {

    private static final String SAMPLES_FILE = "train_rollouts.bin";

    /** How long a reader rests between two looks; a network file system tells nobody what changed. */
    private static final Duration REST = Duration.ofMillis(100);

    private final Path folder;

    /**
     * Opens nothing yet.
     *
     * @param folder the trainer's output folder
     */
    public FileSystemTransport(Path folder) {
        this.folder = folder;
    }

    @Override
    public StepSender<TrainingSample> sendSamples(String run) {
        return FileStepSender.open(samplesOf(run), StepFormat.SAMPLES);
    }

    @Override
    public StepReceiver<TrainingSample> receiveSamples(String run, long fromStep) {
        return FileStepReceiver.open(samplesOf(run), SAMPLES_FILE, StepFormat.SAMPLES, fromStep, REST);
    }

    @Override
    public StepSender<MicroBatch> sendRows(int ranks) {
        List<String> files = IntStream.range(0, ranks)
                .mapToObj(FileSystemTransport::rankFile)
                .toList();
        return FileStepSender.open(new StepFolders(folder.resolve("rollouts"), files), StepFormat.ROWS);
    }

    @Override
    public StepReceiver<MicroBatch> receiveRows(int rank, long fromStep) {
        String file = rankFile(rank);
        return FileStepReceiver.open(
                new StepFolders(folder.resolve("rollouts"), List.of(file)), file, StepFormat.ROWS, fromStep, REST);
    }

    private static String rankFile(int rank) {
        return "rank_" + rank + ".bin";
    }

    private StepFolders samplesOf(String run) {
        Path name = Path.of(run);
        if (run.isBlank() || name.isAbsolute() || name.getNameCount() != 1 || run.startsWith(".")) {
            throw new RequestException(
                    ErrorCode.INVALID_CONFIGURATION, "\"" + run + "\" is no name of a run", "give one folder name");
        }
        return new StepFolders(folder.resolve(name).resolve("rollouts"), List.of(SAMPLES_FILE));
    }

    @Override
    public void close() {
        // each end holds what it has opened
    }
}
