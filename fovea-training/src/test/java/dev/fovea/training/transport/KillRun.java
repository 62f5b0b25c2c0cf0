package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.MicroBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * A writer and a reader in processes of their own, each killed again and again at random points while the other goes on. At the end
 * every step that was written must have been trained exactly once by every rank.
 *
 * @param kills of the writer, and as many of the reader
 * @param steps that were written and trained
 * @param again steps that came once more because their reader was killed before it could release them
 */
public record KillRun(int kills, long steps, int again) {

    static final int RANKS = 2;

    /** How many kills the ordinary build makes; {@code -Dfovea.kills=500} makes more. */
    public static int kills(int ordinary) {
        return Integer.getInteger("fovea.kills", ordinary);
    }

    private static final long DRAIN_SECONDS = 600;

    static int rows(long step) {
        return 1 + (int) (step % 3);
    }

    static MicroBatch row(long step, int rank, int sequence) {
        return StepItems.row(step, rank, sequence, 300, 2);
    }

    static Path ledger(Path folder, int rank) {
        return folder.resolve("ledger-" + rank);
    }

    /**
     * Runs, and checks.
     *
     * @param transport as commands name it
     * @param folder for ledgers and logs
     * @param workMillis how long a child lives at most after its first step, so that some make many
     */
    public static KillRun of(String transport, Path folder, int kills, int workMillis)
            throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("kills of " + transport.split(":", 2)[0] + ": seed " + seed);
        Random random = new Random(seed);
        String endless = Long.toString(Long.MAX_VALUE);
        ChildProcess writer = ChildProcess.start(WriterChild.class, folder, transport, endless, folder.toString());
        ChildProcess reader = ChildProcess.start(ReaderChild.class, folder, transport, endless, folder.toString());
        int again = 0;
        for (int kill = 0; kill < kills; kill++) {
            letWork(writer, random, workMillis);
            writer.kill();
            reader.requireAlive();
            writer = ChildProcess.start(WriterChild.class, folder, transport, endless, folder.toString());
            letWork(reader, random, workMillis);
            again += reader.kill();
            reader = ChildProcess.start(ReaderChild.class, folder, transport, endless, folder.toString());
            if ((kill + 1) % 50 == 0) {
                System.out.println((kill + 1) + " kills each, " + again + " steps came again");
            }
        }
        writer.awaitReady();
        writer.kill();
        reader.kill();
        long steps = drain(transport, folder);
        return new KillRun(kills, steps, again);
    }

    /** One in five dies while it starts, and so perhaps while it repairs what the one before left. */
    private static void letWork(ChildProcess child, Random random, int workMillis)
            throws InterruptedException, IOException {
        if (random.nextInt(5) == 0) {
            child.work(random.nextInt(4 * workMillis));
        } else {
            child.awaitReady();
            child.work(random.nextInt(workMillis));
        }
    }

    private static long drain(String transport, Path folder) throws IOException, InterruptedException {
        long steps = Long.parseLong(ChildProcess.start(WriterChild.class, folder, transport, "1", folder.toString())
                .end(DRAIN_SECONDS));
        ChildProcess.start(ReaderChild.class, folder, transport, Long.toString(steps), folder.toString())
                .end(DRAIN_SECONDS);
        List<String> due = LongStream.rangeClosed(1, steps)
                .mapToObj(step -> step + " " + rows(step))
                .toList();
        for (int rank = 0; rank < RANKS; rank++) {
            assertThat(Files.readAllLines(ledger(folder, rank))).isEqualTo(due);
        }
        return steps;
    }
}
