package dev.fovea.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

    @TempDir
    private Path folder;

    @Test
    void aDiskThatIsNearlyFullIsRefusedBeforeAnythingRuns() {
        Path wanted = folder.resolve("run");

        SetupException refused =
                catchThrowableOfType(SetupException.class, () -> RunFolder.create(wanted, Long.MAX_VALUE));

        assertThat(refused.code()).isEqualTo(ErrorCode.STORAGE_FULL);
        assertThat(refused).hasMessageContaining("free space there, or choose an --out on another disk");
        assertThat(wanted).isEmptyDirectory();
    }

    @Test
    void aFolderIsMadeWithItsParentsAndWrittenWholeOrNotAtAll() {
        RunFolder run = RunFolder.create(folder.resolve("a/b"), 0);

        run.write("report.json", new byte[] {1});

        assertThat(run.root().toFile().list()).containsExactly("report.json");
    }
}
