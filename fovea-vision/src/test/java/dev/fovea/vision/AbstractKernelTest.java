package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.ImageSize;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kernel must give: bytes that the libraries themselves made, worked examples, and the definition. */
abstract class AbstractKernelTest {

    abstract SampleKernel kernel();

    @ParameterizedTest
    @CsvSource({
        "8,8, 3,3, 39500378,c4291c18,c4291c18,c4291c18",
        "64,48, 40,56, 9f2cbecc,f7ac2fed,f7ac2fed,ca87d002",
        "100,60, 112,56, 1e3a95f0,9b49969e,1ae3e3e2,0e120d3a",
        "300,200, 320,224, 20d7642e,39f440ff,39f440ff,8f9f43e5",
        "640,480, 644,476, 7cd78fd1,408f8744,23d39d02,9234e478",
    })
    void everyKernelGivesItsLibrarysBytes(
            int width,
            int height,
            int toWidth,
            int toHeight,
            String source,
            String pillow12,
            String pillow13,
            String aten) {
        RgbImage image = Golden.t(width, height);
        ImageSize size = new ImageSize(toWidth, toHeight);

        assertThat(crc(image)).isEqualTo(source);
        assertThat(crc(Resample.PILLOW_12.resize(image, size, kernel()))).isEqualTo(pillow12);
        assertThat(crc(Resample.PILLOW_13.resize(image, size, kernel()))).isEqualTo(pillow13);
        assertThat(crc(Resample.ATEN_UINT8.resize(image, size, kernel()))).isEqualTo(aten);
    }

    @Test
    void aTallStripThatGetsLowerIsResizedVerticallyFirstByPillow() {
        RgbImage strip = Golden.t(3, 400);

        assertThat(crc(Resample.PILLOW_12.resize(strip, new ImageSize(2, 100), kernel())))
                .isEqualTo("d46480a2");
        assertThat(crc(Resample.PILLOW_13.resize(strip, new ImageSize(2, 100), kernel())))
                .isEqualTo("d46480a2");
    }

    @ParameterizedTest
    @EnumSource(Resample.class)
    void workedRowsComeOutAsInTheSpecification(Resample resample) {
        assertThat(row(resample, new int[] {10, 20, 40, 80, 160, 255, 0, 128}, 3))
                .containsExactly(17, 129, 115);
        assertThat(row(resample, new int[] {0, 255, 0}, 8)).containsExactly(0, 10, 114, 232, 232, 114, 10, 0);
    }

    @ParameterizedTest
    @EnumSource(Resample.class)
    void theSameSizeIsTheSamePicture(Resample resample) {
        RgbImage image = Golden.t(31, 17);

        assertThat(resample.resize(image, image.size(), kernel())).isSameAs(image);
    }

    @ParameterizedTest
    @EnumSource(Resample.class)
    void aSinglePixelFillsAnySize(Resample resample) {
        RgbImage pixel = new RgbImage(new ImageSize(1, 1), new byte[] {(byte) 200, 3, 77});

        RgbImage large = resample.resize(pixel, new ImageSize(64, 96), kernel());

        for (int at = 0; at < large.samples().length; at += 3) {
            assertThat(Arrays.copyOfRange(large.samples(), at, at + 3)).isEqualTo(pixel.samples());
        }
    }

    /** Each pass against the definition, sample by sample, in both orders. */
    @Test
    void bothPassesEqualTheDefinition() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            ImageSize from = new ImageSize(1 + random.nextInt(60), 1 + random.nextInt(60));
            ImageSize to = new ImageSize(1 + random.nextInt(60), 1 + random.nextInt(60));
            RgbImage image = random(random, from);
            for (Resample resample : Resample.values()) {
                AxisWeights.Precision precision =
                        resample == Resample.ATEN_UINT8 ? AxisWeights.Precision.ATEN : AxisWeights.Precision.PILLOW;
                RgbImage expected = resample.isDownFirst(from, to)
                        ? naive(naiveDown(image, to.height(), precision), to.width(), precision)
                        : naiveDown(naive(image, to.width(), precision), to.height(), precision);
                assertThat(resample.resize(image, to, kernel()).samples())
                        .as("seed %d, %s to %s, %s", seed, from, to, resample)
                        .isEqualTo(expected.samples());
            }
        }
    }

    @Test
    void squaresAreSplitIntoTheirChannelsWhereverTheyLie() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int side = 1; side <= 20; side++) {
            RgbImage image = random(random, new ImageSize(side + random.nextInt(20), side + random.nextInt(3)));
            int stride = 3 * image.size().width();
            int left = image.size().width() - side;
            int top = image.size().height() - side;
            byte[] planes = new byte[SampleKernel.plane(3, side)];

            kernel().planes(image.samples(), top * stride + 3 * left, stride, side, planes);

            for (int channel = 0; channel < 3; channel++) {
                for (int pixel = 0; pixel < side * side; pixel++) {
                    int sample = (top + pixel / side) * stride + 3 * (left + pixel % side) + channel;
                    assertThat(planes[SampleKernel.plane(channel, side) + pixel])
                            .as("seed %d, side %d", seed, side)
                            .isEqualTo(image.samples()[sample]);
                }
            }
        }
    }

    private static RgbImage random(Random random, ImageSize size) {
        byte[] samples = new byte[(int) (3 * size.pixels())];
        random.nextBytes(samples);
        return new RgbImage(size, samples);
    }

    private static RgbImage naiveDown(RgbImage image, int height, AxisWeights.Precision precision) {
        return transposed(naive(transposed(image), height, precision));
    }

    /** Resizes across, by the definition. */
    private static RgbImage naive(RgbImage image, int width, AxisWeights.Precision precision) {
        if (image.size().width() == width) {
            return image;
        }
        AxisWeights axis = AxisWeights.of(image.size().width(), width, precision);
        RgbImage wide = new RgbImage(
                new ImageSize(width, image.size().height()),
                new byte[3 * width * image.size().height()]);
        for (int i = 0; i < wide.samples().length; i++) {
            int channel = i % 3;
            int x = i / 3 % width;
            int y = i / 3 / width;
            long sum = axis.shift() == 0 ? 0 : 1L << (axis.shift() - 1);
            for (int tap = 0; tap < axis.length(x); tap++) {
                int sample = image.samples()[3 * (y * image.size().width() + axis.start(x) + tap) + channel] & 0xFF;
                sum += (long) axis.weights()[axis.offset(x) + tap] * sample;
            }
            wide.samples()[i] = (byte) Math.clamp(sum >> axis.shift(), 0, 255);
        }
        return wide;
    }

    private static RgbImage transposed(RgbImage image) {
        int width = image.size().width();
        int height = image.size().height();
        byte[] samples = new byte[image.samples().length];
        for (int i = 0; i < samples.length; i++) {
            int x = i / 3 % width;
            int y = i / 3 / width;
            samples[3 * (x * height + y) + i % 3] = image.samples()[i];
        }
        return new RgbImage(new ImageSize(height, width), samples);
    }

    private int[] row(Resample resample, int[] grey, int width) {
        byte[] samples = new byte[3 * grey.length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (byte) grey[i / 3];
        }
        RgbImage resized = resample.resize(
                new RgbImage(new ImageSize(grey.length, 1), samples), new ImageSize(width, 1), kernel());
        int[] row = new int[width];
        for (int i = 0; i < width; i++) {
            row[i] = resized.samples()[3 * i] & 0xFF;
        }
        return row;
    }

    private static String crc(RgbImage image) {
        CRC32 crc = new CRC32();
        crc.update(image.samples());
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
