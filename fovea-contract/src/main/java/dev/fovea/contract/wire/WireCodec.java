package dev.fovea.contract.wire;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TrainingBatch;
import dev.fovea.contract.TrainingSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The structs that cross a process, as MessagePack, byte for byte as the field's transport writes them: positional arrays at full
 * length. Readers accept missing trailing defaults and surplus members, and refuse everything else with its byte offset.
 *
 * @param <T> what is written and read
 */
public final class WireCodec<T> {

    /** What a packer receives for one step of one run. */
    public static final WireCodec<TrainingBatch> TRAINING_BATCH =
            new WireCodec<>(TrainingBatchCodec::write, TrainingBatchCodec::read);

    /** One sample. */
    public static final WireCodec<TrainingSample> TRAINING_SAMPLE =
            new WireCodec<>(TrainingSampleCodec::write, TrainingSampleCodec::read);

    /** What one rank receives for one step: a list of rows. */
    public static final WireCodec<List<MicroBatch>> MICRO_BATCHES = new WireCodec<>(
            (out, rows) -> {
                out.struct(rows.size());
                for (MicroBatch row : rows) {
                    MicroBatchCodec.write(out, row);
                }
            },
            in -> in.list(() -> MicroBatchCodec.read(in)));

    /** One row. */
    public static final WireCodec<MicroBatch> MICRO_BATCH =
            new WireCodec<>(MicroBatchCodec::write, MicroBatchCodec::read);

    /** The images of a sample or of a row. */
    public static final WireCodec<List<ImageRef>> IMAGE_REFS =
            new WireCodec<>(ImageRefCodec::write, ImageRefCodec::read);

    /** One image of a sample or of a row. */
    public static final WireCodec<ImageRef> IMAGE_REF =
            new WireCodec<>(ImageRefCodec::writeOne, ImageRefCodec::readOne);

    /** Which experts a sampler used. */
    public static final WireCodec<RoutedExperts> ROUTED_EXPERTS =
            new WireCodec<>(RoutedExpertsCodec::write, RoutedExpertsCodec::read);

    private interface Writing<T> {
        void write(WireWriter out, T value) throws IOException;
    }

    private interface Reading<T> {
        T read(WireReader in) throws IOException;
    }

    private final Writing<T> writing;
    private final Reading<T> reading;

    private WireCodec(Writing<T> writing, Reading<T> reading) {
        this.writing = writing;
        this.reading = reading;
    }

    /** Writes one value; the stream stays open. */
    public void write(T value, OutputStream target) throws IOException {
        WireWriter out = new WireWriter(target);
        writing.write(out, value);
        out.flush();
    }

    /** One value's bytes. */
    public byte[] encode(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(value, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads one value, which must be all there is.
     *
     * @throws dev.fovea.contract.error.RequestException with the byte offset where the bytes are something else
     */
    public T read(ByteBuffer bytes) {
        WireReader in = WireReader.of(bytes);
        return in.read(() -> {
            T value = reading.read(in);
            in.end();
            return value;
        });
    }
}
