package dev.fovea.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadCheckpointTest {

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void writeGoodCheckpoint() {
        folder = temporary.resolve("checkpoint");
        GoldenCheckpoints.write(folder, GoldenCheckpoints.GENERAL);
    }

    @Test
    void aFolderWithoutConfigIsNamed() throws IOException {
        Files.delete(folder.resolve("config.json"));

        assertThat(refusal().what()).endsWith("config.json does not exist");
    }

    @Test
    void aFolderWithoutWeightsIsNamed() throws IOException {
        Files.delete(folder.resolve("model.safetensors"));

        assertThat(refusal().what()).endsWith("model.safetensors does not exist");
    }

    @Test
    void aConfigThatIsNoJsonIsRefused() throws IOException {
        Files.writeString(folder.resolve("config.json"), "{\"model_type\"");

        assertThat(refusal().what()).endsWith("config.json is no JSON");
    }

    @Test
    void anotherModelTypeHasACodeOfItsOwn() throws IOException {
        config(text -> text.replace("\"qwen3_vl\"", "\"qwen2_5_vl\""));

        SetupException refusal = refusal();

        assertThat(refusal.code()).isEqualTo(ErrorCode.UNKNOWN_FAMILY);
        assertThat(refusal.what()).contains("qwen2_5_vl");
    }

    @Test
    void aMissingKeyIsNamedWithItsPath() throws IOException {
        config(text -> text.replace("\"num_key_value_heads\"", "\"heads_of_keys\""));

        assertThat(refusal().what()).contains("text_config.num_key_value_heads is not a whole number");
    }

    @Test
    void aModelThatComputesSomethingElseIsRefused() throws IOException {
        config(text -> text.replace("\"silu\"", "\"relu\""));

        assertThat(refusal().what())
                .contains("text_config.hidden_act is \"relu\"")
                .contains("only silu");
    }

    @Test
    void numbersThatContradictEachOtherAreRefused() throws IOException {
        config(text -> text.replace("\"head_dim\" : 16", "\"head_dim\" : 18"));

        assertThat(refusal().what()).contains("contradicts itself: three mrope sections");
    }

    @Test
    void theFormBeforeTransformersFiveIsReadToo() throws IOException {
        config(text -> text.replaceFirst("\"rope_parameters\"", "\"rope_scaling\"")
                .replaceFirst("\"rope_theta\" : 5000000.0,", "")
                .replace("\"hidden_act\" : \"silu\"", "\"hidden_act\" : \"silu\", \"rope_theta\" : 5000000"));

        assertThat(CheckpointFolder.open(folder).config()).isEqualTo(GoldenCheckpoints.GENERAL);
    }

    @Test
    void truncatedWeightsAreRefused() throws IOException {
        byte[] whole = weights();
        Files.write(weightsFile(), Arrays.copyOf(whole, whole.length - 4));

        assertThat(refusal().what()).contains("bytes of data where its header announces");
    }

    @Test
    void aFileOfFiveBytesIsRefused() throws IOException {
        Files.write(weightsFile(), new byte[5]);

        assertThat(refusal().what()).contains("has 5 bytes, too few for a header");
    }

    @Test
    void aHeaderLongerThanTheFileIsRefusedBeforeItIsRead() throws IOException {
        byte[] whole = weights();
        ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putLong(0, Long.MAX_VALUE);
        Files.write(weightsFile(), whole);

        assertThat(refusal().what()).contains("announces a header of 9223372036854775807 bytes");
    }

    @Test
    void aHeaderThatIsNoJsonIsRefused() throws IOException {
        byte[] whole = weights();
        whole[8] = 'x';
        Files.write(weightsFile(), whole);

        assertThat(refusal().what()).contains("header that is no JSON");
    }

    @Test
    void aMissingTensorIsNamed() throws IOException {
        header(text -> text.replace("model.visual.pos_embed.weight", "model.visual.pos_embed.heavy!"));

        assertThat(refusal().what()).contains("lacks model.visual.pos_embed.weight");
    }

    @Test
    void anUnknownTensorIsNamed() throws IOException {
        config(text -> text.replaceFirst("\"depth\" : 3", "\"depth\" : 2").replaceFirst("\\[ 2, 0 \\]", "[ 1, 0 ]"));

        assertThat(refusal().what()).contains("holds model.visual.blocks.2.").contains("knows nothing of");
    }

    @Test
    void anotherNumberFormatIsRefused() throws IOException {
        header(text -> text.replaceFirst("\"F32\"", "\"I32\""));

        assertThat(refusal().what()).contains("embed_tokens.weight as I32 where F32, BF16 or F16 is due");
    }

    @Test
    void anotherShapeIsRefused() throws IOException {
        header(text -> text.replaceFirst("\\[96,32\\]", "[32,96]"));

        assertThat(refusal().what()).contains("in shape [32, 96] where config.json asks for [96, 32]");
    }

    @Test
    void tensorsThatOverlapAreRefused() throws IOException {
        header(text -> text.replaceFirst("\\[0,12288\\]", "[0,12284]"));

        assertThat(refusal().what()).contains("at byte 12288 where byte 12284 is due");
    }

    @Test
    void aHeadOfItsOwnIsRefused() throws IOException {
        byte[] whole = weights();
        whole[whole.length - 1] ^= 1;
        Files.write(weightsFile(), whole);

        assertThat(refusal().what()).contains("a head that is not the embedding");
    }

    private SetupException refusal() {
        SetupException refusal = catchThrowableOfType(
                SetupException.class,
                () -> CheckpointFolder.open(folder).weights(MemoryUse.SERVED).close());
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private Path weightsFile() {
        return folder.resolve("model.safetensors");
    }

    private byte[] weights() throws IOException {
        return Files.readAllBytes(weightsFile());
    }

    private void config(UnaryOperator<String> change) throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, change.apply(Files.readString(file)));
    }

    /** Changes the header without changing its length, or with the length that it then has. */
    private void header(UnaryOperator<String> change) throws IOException {
        byte[] whole = weights();
        int length = (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] header = change.apply(new String(whole, 8, length, StandardCharsets.US_ASCII))
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer changed =
                ByteBuffer.allocate(whole.length - length + header.length).order(ByteOrder.LITTLE_ENDIAN);
        changed.putLong(header.length).put(header).put(whole, 8 + length, whole.length - 8 - length);
        Files.write(weightsFile(), changed.array());
    }
}
