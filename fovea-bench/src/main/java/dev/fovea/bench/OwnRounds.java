package dev.fovea.bench;

import dev.fovea.contract.ImageLayout;
import dev.fovea.families.ImageProcessors;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ImageLimits;
import dev.fovea.vision.ImageProcessor;
import dev.fovea.vision.PixelForm;
import dev.fovea.vision.RgbImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fovea as a contender, on the main thread of a JVM of its own: arguments are a checkpoint folder, rounds and pictures; each line on
 * standard input asks for so many rounds. Patches are written into buffers that are used again, as writers of batches do.
 */
final class OwnRounds {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** The optimising compiler has to see every loop often. */
    private static final int WARM_UP = 4;

    /** One layout takes microseconds, which a clock shows only in bulk. */
    private static final int LAYOUTS = 1000;

    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);
    private final ImageProcessor processor;
    private final int rounds;
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private OwnRounds(String[] arguments) throws IOException {
        processor = ImageProcessors.open(Path.of(arguments[0]));
        rounds = Integer.parseInt(arguments[1]);
        for (String file : Arrays.copyOfRange(arguments, 2, arguments.length)) {
            files.put(file, Files.readAllBytes(Path.of(file)));
        }
    }

    public static void main(String[] arguments) throws IOException {
        OwnRounds ours = new OwnRounds(arguments);
        ours.rounds(WARM_UP * ours.rounds);
        answer(Map.of("versions", "Java " + Runtime.version()));
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            answer(line.equals("scaling") ? ours.scaling() : ours.rounds(Integer.parseInt(line)));
        }
    }

    private static void answer(Map<String, ?> answer) {
        System.out.println(JSON.writeValueAsString(answer));
    }

    private Map<String, Map<String, Double>> rounds(int count) {
        Map<String, Map<String, Double>> answer = new LinkedHashMap<>();
        files.forEach((name, encoded) -> {
            Times times = new Times();
            Picture picture = new Picture(encoded);
            for (int round = 0; round < count; round++) {
                picture.time(times);
            }
            Map<String, Double> named = new LinkedHashMap<>();
            times.all().forEach((step, milliseconds) -> named.put(step.id(), milliseconds));
            answer.put(name, named);
        });
        return answer;
    }

    /** Throughput of whole pictures to uint8 on 1, 2, ... threads, as multiples of one thread's. */
    private Map<String, Double> scaling() {
        byte[] encoded = files.values().iterator().next();
        return Scaling.over(Runtime.getRuntime().availableProcessors(), 2 * rounds, () -> {
            Picture picture = new Picture(encoded);
            return () -> picture.process(decoder.decode(encoded), PixelForm.UINT8, picture.uint8);
        });
    }

    /** One picture, with the buffers that its patches go to. */
    private final class Picture {

        private final byte[] encoded;
        private final RgbImage decoded;
        private final ImageLayout layout;
        private final ByteBuffer uint8;
        private final ByteBuffer float32;
        private final byte[] copy;

        Picture(byte[] encoded) {
            this.encoded = encoded;
            this.decoded = decoder.decode(encoded);
            this.layout = processor.layout(decoded.size());
            int values = layout.grid().patches() * processor.patchWidth();
            this.uint8 = ByteBuffer.allocate(values);
            this.float32 = ByteBuffer.allocate(Float.BYTES * values);
            this.copy = new byte[Float.BYTES * values];
        }

        void time(Times times) {
            time(times, Step.DECODE, () -> decoder.decode(encoded));
            time(times, Step.PROCESSING_UINT8, () -> process(decoded, PixelForm.UINT8, uint8));
            time(times, Step.PROCESSING_FLOAT32, () -> process(decoded, PixelForm.FLOAT32, float32));
            time(times, Step.PROCESSING_BFLOAT16, () -> process(decoded, PixelForm.BFLOAT16, float32));
            time(times, Step.WHOLE_UINT8, () -> process(decoder.decode(encoded), PixelForm.UINT8, uint8));
            time(times, Step.WHOLE_FLOAT32, () -> process(decoder.decode(encoded), PixelForm.FLOAT32, float32));
            time(times, Step.MEMCPY_RGB, () -> copy(decoded.samples()));
            time(times, Step.MEMCPY_UINT8, () -> copy(uint8.array()));
            time(times, Step.MEMCPY_FLOAT32, () -> copy(float32.array()));
            long sum = 0;
            long start = System.nanoTime();
            for (int i = 0; i < LAYOUTS; i++) {
                sum += processor.layout(decoder.probe(encoded).size()).placeholderLength();
            }
            times.add(Step.LAYOUT, (System.nanoTime() - start) / 1e6 / LAYOUTS);
            if (sum == 0) {
                throw new IllegalStateException("layouts without pads");
            }
        }

        void process(RgbImage image, PixelForm form, ByteBuffer target) {
            processor.process(image, layout, form, target.clear());
        }

        private void copy(byte[] source) {
            System.arraycopy(source, 0, copy, 0, source.length);
        }

        private static void time(Times times, Step step, Runnable work) {
            long start = System.nanoTime();
            work.run();
            times.add(step, (System.nanoTime() - start) / 1e6);
        }
    }
}
