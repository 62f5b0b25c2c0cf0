package dev.fovea.contract.wire;

import dev.fovea.contract.error.FoveaException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Targets for a fuzzer, one nested class each: any bytes must give a value, which is written as bytes that give it again, or a refusal
 * with a byte offset where the bytes are MessagePack, and nothing else. They need no library of their own; a fuzzer that knows
 * {@code fuzzerTestOneInput(byte[])} runs them. {@link WireFuzzTest} mutates recorded values.
 */
final class WireFuzz {

    private WireFuzz() {}

    /** What a rank reads. */
    public static final class MicroBatches {
        private MicroBatches() {}

        public static void fuzzerTestOneInput(byte[] data) {
            readAgain(WireCodec.MICRO_BATCHES, data);
        }
    }

    /** What a packer reads. */
    public static final class Batch {
        private Batch() {}

        public static void fuzzerTestOneInput(byte[] data) {
            readAgain(WireCodec.TRAINING_BATCH, data);
        }
    }

    /** Where a batch's samples stand: whatever is found can be read as it was found, or is refused. */
    public static final class Index {
        private Index() {}

        public static void fuzzerTestOneInput(byte[] data) {
            located(() -> {
                TrainingBatchIndex index = TrainingBatchIndex.read(new java.io.ByteArrayInputStream(data), data.length);
                for (int i = 0; i < index.size(); i++) {
                    ByteBuffer sample =
                            ByteBuffer.wrap(data, (int) index.start(i), (int) (index.end(i) - index.start(i)));
                    WireCodec.TRAINING_SAMPLE.read(sample.slice());
                }
            });
        }
    }

    /** The text that stands for an image. */
    public static final class Ref {
        private Ref() {}

        public static void fuzzerTestOneInput(byte[] data) {
            String text = new String(data, StandardCharsets.UTF_8);
            try {
                MmRef ref = MmRef.decode(text);
                if (!MmRef.decode(ref.encode()).equals(ref)) {
                    throw new IllegalStateException("the reference is read otherwise when it was written again");
                }
            } catch (FoveaException refused) {
                requireSmall(refused);
            }
        }
    }

    /** A sidecar, from any JSON. */
    public static final class Sidecar {
        private Sidecar() {}

        public static void fuzzerTestOneInput(byte[] data) {
            try {
                Map<?, ?> map = JsonMapper.shared().readValue(data, Map.class);
                SidecarMaps.fromMap(map);
            } catch (JacksonException noJson) {
                // read by others
            } catch (FoveaException refused) {
                requireSmall(refused);
            }
        }
    }

    private static <T> void readAgain(WireCodec<T> codec, byte[] data) {
        located(() -> {
            T value = codec.read(ByteBuffer.wrap(data));
            byte[] written = codec.encode(value);
            if (!Arrays.equals(written, codec.encode(codec.read(ByteBuffer.wrap(written))))) {
                throw new IllegalStateException("bytes change when they are read and written again");
            }
        });
    }

    private static void located(Runnable reading) {
        try {
            reading.run();
        } catch (FoveaException refused) {
            if (!refused.what().startsWith("message at byte ")) {
                throw new IllegalStateException("a refusal without its place", refused);
            }
            requireSmall(refused);
        }
    }

    /** A refusal that repeats what it refuses would carry payloads into logs. */
    private static void requireSmall(FoveaException refused) {
        if (refused.what().length() > 2_000) {
            throw new IllegalStateException("a refusal of " + refused.what().length() + " characters");
        }
    }
}
