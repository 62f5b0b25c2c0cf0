package dev.fovea.kafka;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.wire.WireCodec;
import dev.fovea.training.transport.IncomingStep;
import dev.fovea.training.transport.OutgoingStep;
import dev.fovea.training.transport.StepReceiver;
import dev.fovea.training.transport.StepSender;
import dev.fovea.training.transport.Transport;
import dev.fovea.training.transport.TransportSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes and reads one step of many long samples with many pictures, made one at a time, and tells time, bytes and heap beside the
 * time that plain copying of as many bytes takes in the same run. Run by hand with {@code -Xmx1g}.
 */
final class LargeStep {

    private static final int TOKENS = 8192;
    private static final int IMAGES = 16;
    private static final int PADS = 64;
    private static final int VOCABULARY = 151_643;

    private LargeStep() {}

    /**
     * Runs.
     *
     * @param args transport, rows a rank, ranks, a folder for the copy
     */
    public static void main(String[] args) throws IOException {
        int rows = Integer.parseInt(args[1]);
        int ranks = Integer.parseInt(args[2]);
        try (Transport transport = Transport.open(TransportSettings.parse(args[0]))) {
            long rowBytes = WireCodec.MICRO_BATCH.encode(row(0)).length;
            double generating = seconds(() -> generate((long) rows * ranks));
            double copying = seconds(() -> copy(Path.of(args[3]), rowBytes * rows * ranks));
            double writing = seconds(() -> write(transport, rows, ranks));
            double reading = seconds(() -> read(transport, rows, ranks));
            double megabytes = rowBytes * 1e-6 * rows * ranks;
            System.out.printf(
                    "%d rows, %.0f MB: generating %.1f s, plain copy %.1f s (%.0f MB/s), writing %.1f s (%.0f MB/s, %.2f of the"
                            + " copy), reading %.1f s (%.0f MB/s), heap %d MB, sum of the pools' peaks %d MB%n",
                    rows * ranks,
                    megabytes,
                    generating,
                    copying,
                    megabytes / copying,
                    writing,
                    megabytes / writing,
                    copying / writing,
                    reading,
                    megabytes / reading,
                    Runtime.getRuntime().totalMemory() >> 20,
                    peak() >> 20);
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    private static double seconds(Action action) throws IOException {
        long started = System.nanoTime();
        action.run();
        return (System.nanoTime() - started) * 1e-9;
    }

    private static long peak() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }

    private static void generate(long rows) {
        int tokens = 0;
        for (long row = 0; row < rows; row++) {
            tokens += row(row).size();
        }
        if (tokens != (int) (rows * TOKENS)) {
            throw new AssertionError("rows of another length");
        }
    }

    /** As one would without a transport: bytes to a file, and forced to the disk. */
    private static void copy(Path folder, long bytes) throws IOException {
        Path target = folder.resolve("copy.bin");
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
        try (FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; left -= buffer.capacity()) {
                buffer.clear();
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
            out.force(true);
        }
        Files.delete(target);
    }

    private static void write(Transport transport, int rows, int ranks) {
        try (StepSender<MicroBatch> sender = transport.sendRows(ranks);
                OutgoingStep<MicroBatch> step = sender.begin(1, rows)) {
            for (int row = 0; row < rows; row++) {
                for (int rank = 0; rank < ranks; rank++) {
                    step.add(rank, row((long) row * ranks + rank));
                }
            }
            step.commit();
        }
    }

    private static void read(Transport transport, int rows, int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            try (StepReceiver<MicroBatch> receiver = transport.receiveRows(rank, 1);
                    IncomingStep<MicroBatch> step =
                            receiver.poll(Duration.ofMinutes(1)).orElseThrow()) {
                int seen = 0;
                for (MicroBatch row : step) {
                    long number = (long) seen * ranks + rank;
                    if (row.size() != TOKENS || (number % 64 == 0 && !row.equals(row(number)))) {
                        throw new AssertionError("row " + number + " is another");
                    }
                    seen++;
                }
                if (seen != rows) {
                    throw new AssertionError(seen + " rows");
                }
                step.release();
            }
        }
    }

    private static MicroBatch row(long number) {
        Random random = new Random(number);
        int[] ids = new int[TOKENS];
        int[] types = new int[TOKENS];
        int[] positions = new int[TOKENS];
        boolean[] mask = new boolean[TOKENS];
        double[] logprobs = new double[TOKENS];
        for (int i = 0; i < TOKENS; i++) {
            ids[i] = random.nextInt(VOCABULARY);
            positions[i] = i;
            mask[i] = i % 512 >= 384;
            logprobs[i] = mask[i] ? -random.nextDouble() : 0.0;
        }
        List<ImageRef> images = new ArrayList<>();
        for (int image = 0; image < IMAGES; image++) {
            PlaceholderRange span = new PlaceholderRange(8 + image * (TOKENS / IMAGES), PADS);
            Arrays.fill(types, span.offset(), span.end(), 1);
            images.add(image(number * IMAGES + image, span));
        }
        TokenMask trained = TokenMask.of(mask);
        return new MicroBatch(
                ExpandedIds.of(ids),
                trained,
                TokenValues.where(trained, random.nextDouble()),
                TokenValues.of(logprobs),
                TokenIds.of(positions),
                List.of(TOKENS),
                TokenValues.filled(TOKENS, 1.0),
                TokenNames.filled(TOKENS, "color-codeword"),
                null,
                List.of(TOKENS),
                null,
                images,
                TokenIds.of(types),
                LossStreams.none(),
                "run_default",
                1L);
    }

    private static ImageRef image(long number, PlaceholderRange span) {
        String hash = String.format("%032x", number);
        RawImageDescriptor descriptor = new RawImageDescriptor(
                "qwen_vl",
                null,
                Map.of("image_grid_thw", List.of(List.of(1, 16, 16))),
                null,
                "file:///data/outputs/run_default/assets/images/" + hash + hash + ".png",
                Map.of());
        return new ImageRef(descriptor, new MmHash(hash), span);
    }
}
