package dev.fovea.bench.jmh;

import dev.fovea.bench.BenchPictures;
import dev.fovea.contract.ImageLayout;
import dev.fovea.families.ImageProcessors;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Every step from a screenshot's bytes to patches of Qwen3-VL. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class VisionBenchmarks {

    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private final BenchPictures pictures;
    private final byte[] jpeg;
    private final byte[] png;
    private final ImageProcessor processor;
    private final RgbImage decoded;
    private final ImageLayout layout;
    private final ByteBuffer patches;

    /** Everything is made here: JMH makes a state before it measures. */
    public VisionBenchmarks() {
        try {
            pictures = BenchPictures.write(Files.createTempDirectory("fovea-jmh-"));
            jpeg = Files.readAllBytes(pictures.jpeg());
            png = Files.readAllBytes(pictures.png());
        } catch (IOException e) {
            throw new IllegalStateException("the pictures cannot be written", e);
        }
        processor = ImageProcessors.open(pictures.checkpoint());
        decoded = decoder.decode(png);
        layout = processor.layout(decoded.size());
        patches = ByteBuffer.allocate(Float.BYTES * layout.grid().patches() * processor.patchWidth());
    }

    /** Files are in memory by now. */
    @Setup
    public void forget() throws IOException {
        pictures.close();
    }

    @Benchmark
    public RgbImage decodeJpeg() {
        return decoder.decode(jpeg);
    }

    @Benchmark
    public RgbImage decodePng() {
        return decoder.decode(png);
    }

    @Benchmark
    public ByteBuffer processUint8() {
        return process(PixelForm.UINT8);
    }

    @Benchmark
    public ByteBuffer processFloat32() {
        return process(PixelForm.FLOAT32);
    }

    @Benchmark
    public ByteBuffer processBfloat16() {
        return process(PixelForm.BFLOAT16);
    }

    @Benchmark
    public ImageLayout layout() {
        return processor.layout(decoder.probe(jpeg).size());
    }

    private ByteBuffer process(PixelForm form) {
        processor.process(decoded, layout, form, patches.clear());
        return patches;
    }
}
