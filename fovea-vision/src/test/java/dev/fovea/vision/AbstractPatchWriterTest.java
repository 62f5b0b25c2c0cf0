package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kernel must give when it resizes, pads and cuts in one walk. */
abstract class AbstractPatchWriterTest {

    private static final List<Double> MEAN = List.of(0.48145466, 0.4578275, 0.40821073);
    private static final List<Double> STD = List.of(0.26862954, 0.26130258, 0.27577711);

    /** Vectors are objects until the compiler has seen their loops. */
    private static final int ROUNDS = 100;

    abstract SampleKernel kernel();

    /** Every shape against the definition: resize as a whole, then one value after the other by its index. */
    @ParameterizedTest
    @EnumSource
    void everyValueIsWhereItsIndexSays(PixelForm form) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            PatchShape shape = new PatchShape(1 + random.nextInt(18), 1 + random.nextInt(3), 1 + random.nextInt(3));
            Resample resample = List.of(Resample.values()).get(random.nextInt(3));
            ImageLayout layout = layout(random, shape);
            RgbImage image = random(random, layout.source());
            ByteBuffer target = buffer(layout, shape, form);

            writer(resample, shape).write(image, layout, form, target, kernel());

            assertThat(target.flip())
                    .as("seed %d, %s, %s, %s", seed, shape, layout, resample)
                    .isEqualTo(expected(resample.resize(image, layout.resized(), kernel()), layout, shape, form));
        }
    }

    @Test
    void aBufferOfAnyKindIsFilledFromItsPositionOn() {
        PatchShape shape = new PatchShape(16, 2, 2);
        ImageLayout layout = new ImageLayout(size(64, 61), size(64, 64), new GridThw(1, 4, 4), 4);
        RgbImage image = Golden.t(64, 61);
        for (PixelForm form : PixelForm.values()) {
            ByteBuffer alone = buffer(layout, shape, form);
            writer(Resample.ATEN_UINT8, shape).write(image, layout, form, alone, kernel());
            alone.flip();
            int bytes = alone.remaining();
            ByteBuffer segment = MemorySegment.ofArray(new byte[bytes + 7]).asByteBuffer();
            try (Arena arena = Arena.ofConfined()) {
                for (ByteBuffer target : List.of(
                        ByteBuffer.allocate(bytes + 7).order(ByteOrder.BIG_ENDIAN),
                        ByteBuffer.allocateDirect(bytes + 7),
                        segment,
                        arena.allocate(bytes + 7).asByteBuffer())) {
                    target.position(3);

                    writer(Resample.ATEN_UINT8, shape).write(image, layout, form, target, kernel());

                    assertThat(target.position()).isEqualTo(3 + bytes);
                    assertThat(target.slice(3, bytes)).isEqualTo(alone);
                    assertThat(target.get(0) | target.get(2) | target.get(3 + bytes))
                            .isZero();
                }
            }
        }
    }

    @Test
    void aBufferThatIsTooSmallStaysAsItIs() {
        PatchShape shape = new PatchShape(14, 1, 1);
        ImageLayout layout = new ImageLayout(size(14, 14), size(14, 14), new GridThw(1, 1, 1), 1);
        ByteBuffer target = ByteBuffer.allocate(3 * 14 * 14 - 1);

        assertThatThrownBy(() -> writer(Resample.ATEN_UINT8, shape)
                        .write(Golden.t(14, 14), layout, PixelForm.UINT8, target, kernel()))
                .isInstanceOf(BufferOverflowException.class);
        assertThat(target).isEqualTo(ByteBuffer.allocate(3 * 14 * 14 - 1));
    }

    @Test
    void anImageOfAnotherSizeThanItsLayoutIsRefused() {
        PatchShape shape = new PatchShape(14, 1, 1);
        ImageLayout layout = new ImageLayout(size(14, 14), size(14, 14), new GridThw(1, 1, 1), 1);

        assertThatThrownBy(() -> writer(Resample.ATEN_UINT8, shape)
                        .write(Golden.t(14, 15), layout, PixelForm.UINT8, ByteBuffer.allocate(588), kernel()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A picture, its resized form and its patches are the bound; all but the bands lies in the caller's buffers. */
    @Test
    void a4kScreenshotAllocatesLessThanItsResizedFormWouldTake() {
        PatchShape shape = new PatchShape(16, 2, 2);
        ImageSize uhd = size(3840, 2160);
        ImageSize resized = size(3840, 2176);
        ImageLayout layout = new ImageLayout(uhd, resized, new GridThw(1, 136, 240), 8160);
        RgbImage image = new RgbImage(uhd, new byte[(int) (3 * uhd.pixels())]);
        ByteBuffer target = buffer(layout, shape, PixelForm.UINT8);
        PatchWriter writer = writer(Resample.ATEN_UINT8, shape);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && allocated > 3 * resized.pixels(); round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            writer.write(image, layout, PixelForm.UINT8, target.clear(), kernel());
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }

        assertThat(allocated).isLessThan(3 * resized.pixels());
    }

    private static ImageLayout layout(Random random, PatchShape shape) {
        int rows = shape.merge() * (1 + random.nextInt(3));
        int columns = shape.merge() * (1 + random.nextInt(3));
        int height = rows * shape.side() - random.nextInt(2) * random.nextInt(shape.side());
        int width = columns * shape.side() - random.nextInt(2) * random.nextInt(shape.side());
        ImageSize source = size(
                random.nextBoolean() ? width : 1 + random.nextInt(90),
                random.nextBoolean() ? height : 1 + random.nextInt(90));
        return new ImageLayout(source, size(width, height), new GridThw(1, rows, columns), 1);
    }

    private static ByteBuffer expected(RgbImage resized, ImageLayout layout, PatchShape shape, PixelForm form) {
        ByteBuffer expected = buffer(layout, shape, form).order(ByteOrder.LITTLE_ENDIAN);
        int merge = shape.merge();
        int blocks = layout.grid().w() / merge;
        for (int patch = 0; patch < layout.grid().patches(); patch++) {
            int block = patch / (merge * merge);
            int row = block / blocks * merge + patch % (merge * merge) / merge;
            int column = block % blocks * merge + patch % merge;
            for (int value = 0; value < shape.width(); value++) {
                int plane = shape.side() * shape.side();
                int channel = value / (shape.frames() * plane);
                int y = row * shape.side() + value % plane / shape.side();
                int x = column * shape.side() + value % shape.side();
                put(expected, form, channel, sample(resized, x, y, channel));
            }
        }
        return expected.flip();
    }

    private static int sample(RgbImage image, int x, int y, int channel) {
        boolean inside = x < image.size().width() && y < image.size().height();
        return inside ? image.samples()[3 * (y * image.size().width() + x) + channel] & 0xFF : 0;
    }

    private static void put(ByteBuffer expected, PixelForm form, int channel, int sample) {
        float value = Normalisation.FUSED.value(sample, MEAN.get(channel), STD.get(channel));
        switch (form) {
            case UINT8 -> expected.put((byte) sample);
            case FLOAT32 -> expected.putFloat(value);
            case BFLOAT16 -> expected.putShort(Bfloat16.nearest(value));
        }
    }

    private static PatchWriter writer(Resample resample, PatchShape shape) {
        return new PatchWriter(resample, shape, Normalisation.FUSED, MEAN, STD);
    }

    private static ByteBuffer buffer(ImageLayout layout, PatchShape shape, PixelForm form) {
        return ByteBuffer.allocate(layout.grid().patches() * shape.width() * form.bytes());
    }

    private static RgbImage random(Random random, ImageSize size) {
        byte[] samples = new byte[(int) (3 * size.pixels())];
        random.nextBytes(samples);
        return new RgbImage(size, samples);
    }

    private static ImageSize size(int width, int height) {
        return new ImageSize(width, height);
    }
}
