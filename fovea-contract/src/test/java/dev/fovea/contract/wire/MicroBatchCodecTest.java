package dev.fovea.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicroBatchCodecTest {

    /** Recorded from the field's own encoder: one row of one token, everything optional absent. */
    private static final String MINIMAL = ("91 dc0014 9101 91c3 91cb3ff0000000000000 91cb0000000000000000 9100 9101"
                    + " 91cb3ff0000000000000 91a165 9101 c0c0c0c0c0c0c0c0c0c0c0")
            .replace(" ", "");

    @Test
    void theSmallestRowHasTheBytesOfTheReference() {
        assertThat(HexFormat.of().formatHex(write(List.of(minimal())))).isEqualTo(MINIMAL);
        assertThat(WireCodec.MICRO_BATCHES.read(bytes(MINIMAL))).containsExactly(minimal());
    }

    @Test
    void aRowWithImagesAndStreamsComesBackEqual() {
        assertThat(WireCodec.MICRO_BATCHES.read(ByteBuffer.wrap(write(List.of(rich(), minimal())))))
                .containsExactly(rich(), minimal());
    }

    @Test
    void missingTrailingMembersTakeTheirDefaultsAndSurplusOnesAreSkipped() {
        String shortened = MINIMAL.replace("dc0014", "99").substring(0, MINIMAL.length() - 4 - 22);
        String longer = MINIMAL.replace("dc0014", "dc0016") + "c2" + "a178";

        assertThat(WireCodec.MICRO_BATCHES.read(bytes(shortened))).containsExactly(minimal());
        assertThat(WireCodec.MICRO_BATCHES.read(bytes(longer))).containsExactly(minimal());
    }

    @Test
    void everyPrefixIsRefusedWithACode() {
        byte[] whole = write(List.of(rich()));

        for (int length = 0; length < whole.length; length++) {
            ByteBuffer prefix = ByteBuffer.wrap(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> WireCodec.MICRO_BATCHES.read(prefix)).isInstanceOf(RequestException.class);
        }
    }

    @Test
    void damagedBytesAreReadOrRefusedButNeverAnythingElse() {
        byte[] whole = write(List.of(rich()));
        long seed = 20_260_901;
        Random random = new Random(seed);

        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i <= random.nextInt(3); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                WireCodec.MICRO_BATCHES.read(ByteBuffer.wrap(damaged));
            } catch (FoveaException refused) {
                assertThat(refused.code()).as("seed %d round %d", seed, round).isNotNull();
            }
        }
    }

    @Test
    void aListThatAnnouncesMoreThanItsBytesIsRefusedBeforeMemoryIsTaken() {
        assertThatThrownBy(() -> WireCodec.MICRO_BATCHES.read(bytes("dd7fffffff")))
                .isInstanceOf(RequestException.class)
                .hasMessageContaining("more than there are bytes");
    }

    @Test
    void pixelsNeverTravel() {
        String withPixels =
                MINIMAL.substring(0, MINIMAL.length() - 16) + "80" + MINIMAL.substring(MINIMAL.length() - 14);

        assertThatThrownBy(() -> WireCodec.MICRO_BATCHES.read(bytes(withPixels)))
                .hasMessageContaining("mm_kwargs");
    }

    private static MicroBatch minimal() {
        return new MicroBatch(
                ExpandedIds.of(1),
                TokenMask.of(true),
                TokenValues.of(1.0),
                TokenValues.of(0.0),
                TokenIds.of(0),
                List.of(1),
                TokenValues.of(1.0),
                TokenNames.of("e"),
                null,
                null,
                null,
                List.of(),
                null,
                LossStreams.none(),
                null,
                null);
    }

    private static MicroBatch rich() {
        RawImageDescriptor item = new RawImageDescriptor(
                "qwen_vl",
                "c5ece06d40951692b7035ec4dd381742",
                Map.of("image_grid_thw", List.of(List.of(1, 2, 2))),
                null,
                "file:///r/a.png",
                Map.of(RawImageDescriptor.ENGINE_PIXELS, "00"));
        return new MicroBatch(
                ExpandedIds.of(7, 250, 70_000),
                TokenMask.of(false, false, true),
                TokenValues.of(0, 0, -0.5),
                TokenValues.of(0, 0, -1.25),
                TokenIds.of(0, 1, 2),
                List.of(3),
                TokenValues.of(1, 1, 1),
                TokenNames.of("e", "e", ""),
                TokenValues.of(0, 0, -2),
                List.of(3),
                RoutedExperts.of(new byte[] {1, 2, 3, 4, 5, 6}, 3, 2, 1, "uint8"),
                List.of(new ImageRef(item, new MmHash("a".repeat(32)), new PlaceholderRange(1, 1))),
                TokenIds.of(0, 1, 0),
                new LossStreams(TokenValues.of(0, 0, 1), TokenValues.of(0, 0, 0.5), null),
                "run",
                7L);
    }

    private static byte[] write(List<MicroBatch> batches) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            WireCodec.MICRO_BATCHES.write(batches, out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    private static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0 ends too early",
        "91dc, 2 ends too early",
        "ddffffffff, 5 announces 4294967295 elements",
        "a0, 1 holds another type than is due",
        "c1, 1 holds byte c1"
    })
    void whatIsWrongIsSaidInWordsAndNotInTheNameOfAClass(String hex, String said) {
        ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(hex));

        assertThatThrownBy(() -> WireCodec.MICRO_BATCHES.read(bytes))
                .hasMessageContaining("message at byte " + said)
                .hasMessageNotContaining("Exception");
    }

    @Test
    void nestedListsThatAnnounceAllThereIsTakeNoMemoryForIt() {
        // 31 levels of lists, each of which announces as many elements as there are bytes: 1 GB if it were believed
        ByteBuffer bytes = ByteBuffer.allocate(8 << 20);
        bytes.put(new byte[] {(byte) 0x95, (byte) 0x81, (byte) 0xa1, 'a'});
        for (int depth = 0; depth < 30; depth++) {
            bytes.put((byte) 0xdd).putInt(bytes.capacity() - 1_000);
        }
        bytes.put((byte) 0xc1);
        long before = ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class)
                .getCurrentThreadAllocatedBytes();

        assertThatThrownBy(() -> WireCodec.IMAGE_REF.read(bytes.rewind())).isInstanceOf(RequestException.class);

        long taken = ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class)
                        .getCurrentThreadAllocatedBytes()
                - before;
        assertThat(taken).isLessThan(64L << 20);
    }
}
