package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemKillTest {

    @TempDir
    private Path folder;

    @Test
    void nothingIsTornLostOrDoubledWhenProcessesAreKilled() throws Exception {
        KillRun run = KillRun.of("fs:" + folder.resolve("trainer"), folder, KillRun.kills(10), 200);

        System.out.println(run);
        assertThat(run.steps()).isPositive();
    }
}
