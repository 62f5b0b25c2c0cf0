package dev.fovea.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.RequestException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes recorded from the field's own encoder. */
class TrainingBatchCodecTest {

    private static final String SAMPLE = ("9e 920102 92c2c3 92cb0000000000000000cbbfe0000000000000"
                    + " 92cb3ff0000000000000cb3ff0000000000000 a165 c0c0c0c0c0c0c0c0c0")
            .replace(" ", "");

    @Test
    void anEmptyBatchHasTheBytesOfTheReference() {
        TrainingBatch batch = new TrainingBatch(List.of(), 1, null);

        assertThat(hex(WireCodec.TRAINING_BATCH.encode(batch))).isEqualTo("939001c0");
        assertThat(WireCodec.TRAINING_BATCH.read(bytes("939001c0"))).isEqualTo(batch);
    }

    @Test
    void aSampleHasTheBytesOfTheReference() {
        assertThat(hex(WireCodec.TRAINING_SAMPLE.encode(sample()))).isEqualTo(SAMPLE);
        assertThat(WireCodec.TRAINING_SAMPLE.read(bytes(SAMPLE))).isEqualTo(sample());
    }

    @Test
    void missingTrailingMembersTakeTheirDefaults() {
        String shortened = "95" + SAMPLE.substring(2, SAMPLE.length() - 18);

        assertThat(WireCodec.TRAINING_SAMPLE.read(bytes(shortened))).isEqualTo(sample());
    }

    @Test
    void deepNestingIsRefusedWithItsPlace() {
        String item = "81a16b" + "91".repeat(100_000) + "c0";
        String batch = "9391" + "9e" + SAMPLE.substring(2, SAMPLE.length() - 18) + "c0c0" + "919195" + item;

        assertThatThrownBy(() -> WireCodec.TRAINING_BATCH.read(bytes(batch)))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("at byte")
                .hasMessageContaining("nested deeper");
    }

    @Test
    void textThatIsNoUtf8IsRefused() {
        String broken = SAMPLE.replace("a165", "a1ff");

        assertThatThrownBy(() -> WireCodec.TRAINING_SAMPLE.read(bytes(broken))).isInstanceOf(RequestException.class);
    }

    @Test
    void halfOfASurrogatePairIsNeverWritten() {
        TrainingSample named = new TrainingSample(
                ExpandedIds.of(1),
                TokenMask.of(true),
                TokenValues.of(0),
                TokenValues.of(1),
                "\ud83e",
                null,
                List.of(),
                null,
                null,
                LossStreams.none(),
                null);

        assertThatThrownBy(() -> WireCodec.TRAINING_SAMPLE.encode(named))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("surrogate");
    }

    private static TrainingSample sample() {
        return new TrainingSample(
                ExpandedIds.of(1, 2),
                TokenMask.of(false, true),
                TokenValues.of(0, -0.5),
                TokenValues.filled(2, 1),
                "e",
                null,
                List.of(),
                null,
                null,
                LossStreams.none(),
                null);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }
}
