package dev.fovea.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.EngineItemSchema;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.error.EngineException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EngineItemCodecTest {

    private static final EngineItemSchema SCHEMA =
            new EngineItemSchema("image", "pixel_values", List.of(2), "image_grid_thw");

    private static final GridThw GRID = new GridThw(1, 2, 2);

    /** The worked bytes of inference.md, section 6.3. */
    private static final String WORKED =
            "gqxwaXhlbF92YWx1ZXOCpGRhdGGTp2Zsb2F0MzKSBALHIAMAAAAAAAAAPwAAgL8AAIA/AAAAAAAAAAAAAAAAAACAPqVm"
                    + "aWVsZJKkZmxhdIOra2VlcF9vbl9jcHXCpnNsaWNlc5GRkwAEwKNkaW0ArmltYWdlX2dyaWRfdGh3gqRkYXRhk6VpbnQ2NJEDxxgDAQAAAAAAAAAC"
                    + "AAAAAAAAAAIAAAAAAAAApWZpZWxkkqdiYXRjaGVkgatrZWVwX29uX2NwdcM=";

    @Test
    void anItemHasTheBytesThatTheEngineWrites() {
        EngineItemCodec.Envelope envelope = EngineItemCodec.envelope(SCHEMA, "float32", GRID, 32);

        ByteArrayOutputStream item = new ByteArrayOutputStream();
        item.writeBytes(envelope.head().array());
        item.writeBytes(values().array());
        item.writeBytes(envelope.tail().array());

        assertThat(Base64.getEncoder().encodeToString(item.toByteArray())).isEqualTo(WORKED);
    }

    @Test
    void anItemIsReadBack() {
        EngineItemCodec.Item item =
                EngineItemCodec.decode(SCHEMA, Base64.getDecoder().decode(WORKED));

        assertThat(item.dtype()).isEqualTo("float32");
        assertThat(item.shape()).containsExactly(4, 2);
        assertThat(item.grid()).isEqualTo(GRID);
        assertThat(item.patches()).isEqualTo(values());
    }

    @Test
    void damagedItemsAreRefusedWhateverTheirBytes() {
        byte[] worked = Base64.getDecoder().decode(WORKED);
        long seed = 20261129;
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            byte[] damaged = Arrays.copyOf(worked, random.nextInt(worked.length + 1));
            for (int flips = random.nextInt(4); flips > 0 && damaged.length > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                EngineItemCodec.decode(SCHEMA, damaged);
            } catch (EngineException expected) {
                assertThat(expected.what()).as("seed " + seed).contains("item");
            }
        }
    }

    @Test
    void aMissingTensorIsNamed() {
        EngineItemSchema other = new EngineItemSchema("image", "pixel_values", List.of(2), "grid_thws");

        assertThatThrownBy(
                        () -> EngineItemCodec.decode(other, Base64.getDecoder().decode(WORKED)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("lacks grid_thws");
    }

    private static ByteBuffer values() {
        ByteBuffer values = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : new float[] {0, 0.5f, -1, 1, 0, 0, 0, 0.25f}) {
            values.putFloat(value);
        }
        return values.flip();
    }
}
