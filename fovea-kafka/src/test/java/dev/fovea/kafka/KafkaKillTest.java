package dev.fovea.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.training.transport.KillRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaKillTest {

    @TempDir
    private Path folder;

    @Test
    void nothingIsTornLostOrDoubledWhenProcessesAreKilled() throws Exception {
        try (TestBroker broker = TestBroker.start(folder)) {
            KillRun run = KillRun.of("kafka://" + broker.bootstrap() + "/rows", folder, KillRun.kills(5), 400);

            System.out.println(run);
            assertThat(run.steps()).isPositive();
        }
    }
}
