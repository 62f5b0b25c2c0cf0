package dev.fovea.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class AssetReaderTest {

    @TempDir
    Path folder;

    private Path root;
    private final List<Duration> pauses = new ArrayList<>();
    private AssetReader reader;

    @BeforeEach
    void openReader() throws IOException {
        root = Files.createDirectory(folder.resolve("root"));
        reader = new AssetReader(AllowedRoots.of(List.of(root)), 1_000, pauses::add);
    }

    @Test
    void everyGoldenHashIsProvenAndAnUpperCaseOneRefused() throws IOException {
        for (JsonNode row : Json.lines("/golden/store/hashes.jsonl")) {
            Path file = Files.write(
                    root.resolve(row.get("id").asString()),
                    HexFormat.of().parseHex(row.get("bytes").asString()));
            String mmHash = row.get("mm_hash").asString();

            VerifiedBytes read = reader.read(FileUri.of(file), new MmHash(mmHash));

            assertThat(read.hash().hex()).isEqualTo(row.get("sha256").asString());
            assertThat(read.bytes()).hasSize(row.at("/verify_right/ok").asInt());
            if (!mmHash.equals(mmHash.toUpperCase(Locale.ROOT))) {
                assertThatThrownBy(() -> new MmHash(mmHash.toUpperCase(Locale.ROOT)))
                        .isInstanceOf(FoveaException.class);
            }
        }
    }

    @Test
    void aChangedByteIsAnIdentityErrorThatNamesFileAndBothHashes() throws IOException {
        Path file = Files.write(root.resolve("x.png"), new byte[] {1, 2, 3});
        MmHash expected = ImageHash.of(new byte[] {1, 2, 3}).mmHash();
        Files.write(file, new byte[] {1, 2, 4});

        IdentityException changed =
                catchThrowableOfType(IdentityException.class, () -> reader.read(FileUri.of(file), expected));

        assertThat(changed.code()).isEqualTo(ErrorCode.ASSET_CHANGED);
        assertThat(changed.what())
                .contains(
                        file.toString(),
                        expected.hex(),
                        ImageHash.of(new byte[] {1, 2, 4}).hex());
    }

    @Test
    void aSymbolicLinkDoesNotLeadOutOfTheRoots() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "s");
        Files.createSymbolicLink(root.resolve("link.png"), secret);
        Files.createSymbolicLink(root.resolve("up"), folder);

        assertThat(codeOf(root.resolve("link.png"))).isEqualTo(ErrorCode.OUTSIDE_ALLOWED_ROOTS);
        assertThat(codeOf(root.resolve("up/secret"))).isEqualTo(ErrorCode.OUTSIDE_ALLOWED_ROOTS);
        assertThat(codeOf(root.resolve("../secret"))).isEqualTo(ErrorCode.OUTSIDE_ALLOWED_ROOTS);
    }

    @Test
    void aSymbolicLinkInsideTheRootsIsFollowed() throws IOException {
        Path file = Files.writeString(root.resolve("a"), "s");
        Files.createSymbolicLink(root.resolve("b"), file);
        Files.createSymbolicLink(folder.resolve("alias"), root);

        assertThat(reader.read(FileUri.of(root.resolve("b"))).bytes()).hasSize(1);
        assertThat(reader.read(FileUri.of(folder.resolve("alias/a"))).bytes()).hasSize(1);
    }

    @Test
    void outsideTheRootsAMissingFileLooksLikeAnyOther() {
        assertThat(codeOf(folder.resolve("missing"))).isEqualTo(ErrorCode.OUTSIDE_ALLOWED_ROOTS);
        assertThat(codeOf(root.resolve("missing"))).isEqualTo(ErrorCode.ASSET_MISSING);
    }

    @Test
    void onlyRegularFilesAreRead() throws IOException {
        Files.createDirectory(root.resolve("directory"));

        assertThat(codeOf(root.resolve("directory"))).isEqualTo(ErrorCode.OUTSIDE_ALLOWED_ROOTS);
    }

    @Test
    void aFileAboveTheLimitIsRefused() throws IOException {
        Files.write(root.resolve("most"), new byte[1_000]);
        Files.write(root.resolve("more"), new byte[1_001]);

        assertThat(reader.read(FileUri.of(root.resolve("most"))).bytes()).hasSize(1_000);
        assertThat(codeOf(root.resolve("more"))).isEqualTo(ErrorCode.IMAGE_TOO_LARGE);
    }

    @Test
    void aFileThatAppearsAMomentLaterIsRead() throws IOException {
        Path late = root.resolve("late");
        AssetReader patient = new AssetReader(AllowedRoots.of(List.of(root)), 10, pause -> write(late));

        assertThat(patient.read(FileUri.of(late)).bytes()).hasSize(1);
    }

    @Test
    void patienceWithAMissingFileIsBounded() {
        assertThat(codeOf(root.resolve("missing"))).isEqualTo(ErrorCode.ASSET_MISSING);

        assertThat(pauses).isEqualTo(TransientFaults.PAUSES);
    }

    @Test
    void aStaleHandleIsTriedAgainAndOtherFaultsAreNot() {
        List<String> attempts = new ArrayList<>();
        TransientFaults faults = new TransientFaults(pauses::add);

        assertThatThrownBy(() -> faults.retry(
                        () -> {
                            attempts.add("read");
                            throw attempts.size() == 1
                                    ? new FileSystemException("/x", null, "Stale file handle")
                                    : new IOException("Input/output error");
                        },
                        () -> attempts.add("refresh")))
                .hasMessage("Input/output error");
        assertThat(attempts).containsExactly("read", "refresh", "read");
    }

    @Test
    void aRootThatDoesNotExistStopsTheStart() {
        assertThatThrownBy(() -> AllowedRoots.of(List.of(folder.resolve("nowhere"))))
                .isInstanceOf(SetupException.class);
    }

    private ErrorCode codeOf(Path file) {
        return catchThrowableOfType(FoveaException.class, () -> reader.read("file://" + file))
                .code();
    }

    private static void write(Path file) {
        try {
            Files.writeString(file, "x");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
