package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a user can get wrong: one sentence that says what to do, exit code 2, and nothing left behind. */
class DemoBadInputTest {

    @TempDir
    private static Path folder;

    private static Path checkpoint;

    @BeforeAll
    static void writeCheckpoint() {
        checkpoint = TinyCheckpoint.write(folder.resolve("good"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "demo --speed 3|--speed",
                "demo --steps many|--steps",
                "demo --steps|--steps",
                "demo --steps -1|give 0 to",
                "demo --steps 100001|give 0 to",
                "demo --images-per-turn 3|give 1 or 2",
                "demo --images-per-turn 0|give 1 or 2",
                "demo --control nonsense|blank, swap, no-advantage",
                "demo --control blank,nonsense|blank, swap, no-advantage",
                "demo --seed 1.5|--seed",
                "demo extra|extra",
                "demo checkpoint|--out",
                "demo checkpoint --out x --images-per-turn 5|give 1 or 2",
                "train|train"
            })
    void aWrongFlagIsNamed(String command, String named) {
        refused(named, command.split(" ", -1));
    }

    @Test
    void aRunFolderThatHoldsSomethingIsLeftAlone() throws IOException {
        Path full = Files.createDirectory(folder.resolve("full"));
        Files.writeString(full.resolve("mine"), "x");

        refused("is not empty; choose another --out", "demo", "--out", full.toString());
        assertThat(full.toFile().list()).containsExactly("mine");
    }

    @Test
    void aRunFolderThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        refused("choose another --out", "demo", "--out", file.toString());
        refused("choose another --out", "demo", "--out", file.resolve("below").toString());
    }

    @Test
    void aRunFolderThatCannotBeWrittenIsRefused() {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "a folder that not even root may write");
        Path proc = Path.of("/proc/fovea-run");

        refused("choose another --out", "demo", "--out", proc.toString());
        refused("checkpoint", "demo", "checkpoint", "--out", proc.toString());
    }

    @Test
    void aCheckpointIsNeverWrittenOverAnother() {
        refused("choose another --out", "demo", "checkpoint", "--out", checkpoint.toString());
    }

    @Test
    void aCheckpointThatDoesNotExistIsRefused() {
        badCheckpoint(folder.resolve("nowhere"), "nowhere");
    }

    @ParameterizedTest
    @CsvSource({
        "config.json,num_key_value_heads,heads_of_keys,num_key_value_heads",
        "config.json,\"qwen3_vl\",\"llava\",llava",
        "config.json,{,<,config.json",
        "preprocessor_config.json,patch_size,size_of_patches,size_of_patches",
        "preprocessor_config.json,\"merge_size\": 2,\"merge_size\": 3,merge",
        "preprocessor_config.json,longest_edge,longest,max_pixels",
        "tokenizer.json,<|image_pad|>,<|image_bad|>,<|image_pad|>",
        "tokenizer.json,{,<,tokenizer.json"
    })
    void aBrokenFileOfACheckpointIsNamed(String file, String from, String to, String named) {
        Path broken = folder.resolve("broken-" + Integer.toHexString((file + from + to).hashCode()));
        TinyCheckpoint.copy(checkpoint, broken, file, text -> text.replace(from, to));

        badCheckpoint(broken, named);
    }

    @ParameterizedTest
    @CsvSource({"config.json", "model.safetensors", "tokenizer.json", "preprocessor_config.json"})
    void aMissingFileOfACheckpointIsNamed(String file) throws IOException {
        Path broken = TinyCheckpoint.copy(checkpoint, folder.resolve("no-" + file), "config.json", text -> text);
        Files.delete(broken.resolve(file));

        badCheckpoint(broken, file);
    }

    @Test
    void truncatedWeightsAreRefused() throws IOException {
        badCheckpoint(weights("truncated", whole -> Arrays.copyOf(whole, whole.length - 1000)), "bytes");
        badCheckpoint(weights("tiny", whole -> Arrays.copyOf(whole, 5)), "too few");
        badCheckpoint(weights("empty", whole -> new byte[0]), "too few");
    }

    @Test
    void aTensorThatIsMissingOrOfAnotherShapeIsNamed() throws IOException {
        badCheckpoint(
                weights(
                        "missing",
                        whole -> header(
                                whole,
                                text -> text.replace("language_model.norm.weight", "language_model.norm.w8ight"))),
                "norm.weight");
        badCheckpoint(
                weights("shape", whole -> header(whole, text -> text.replaceFirst("\\[(\\d+),(\\d+)\\]", "[$2,$1]"))),
                "shape");
    }

    private static void badCheckpoint(Path broken, String named) {
        Path out = folder.resolve("out-" + broken.getFileName());

        refused(named, "demo", "--checkpoint", broken.toString(), "--out", out.toString());
        assertThat(out).doesNotExist();
    }

    private static Path weights(String name, UnaryOperator<byte[]> change) throws IOException {
        Path broken = TinyCheckpoint.copy(checkpoint, folder.resolve(name), "config.json", text -> text);
        Path file = broken.resolve("model.safetensors");
        Files.write(file, change.apply(Files.readAllBytes(file)));
        return broken;
    }

    private static byte[] header(byte[] whole, UnaryOperator<String> change) {
        int length = (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] header = change.apply(new String(whole, 8, length, StandardCharsets.US_ASCII))
                .getBytes(StandardCharsets.US_ASCII);
        assertThat(header).hasSize(length);
        byte[] changed = whole.clone();
        System.arraycopy(header, 0, changed, 8, length);
        return changed;
    }

    private static void refused(String named, String... command) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setErr(new PrintWriter(err, true));

        int exitCode = line.execute(command);

        assertThat(exitCode).as(err.toString()).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString())
                .startsWith("fovea: ")
                .contains(named)
                .contains("; ")
                .doesNotContain("java.");
    }
}
