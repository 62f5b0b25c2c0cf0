package dev.fovea.contract.wire;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** A list of micro-batches, as one rank receives them for one step: positional structs of 20 members. */
public final class MicroBatchCodec {

    private static final int FIELDS = 20;
    private static final int REQUIRED = 9;

    private MicroBatchCodec() {}

    /** Writes the list; the stream stays open. */
    public static void write(List<MicroBatch> batches, OutputStream target) throws IOException {
        MessagePacker packer = MessagePack.newDefaultPacker(target);
        WireWriter out = new WireWriter(packer);
        out.struct(batches.size());
        for (MicroBatch batch : batches) {
            writeOne(out, batch);
        }
        packer.flush();
    }

    private static void writeOne(WireWriter out, MicroBatch batch) throws IOException {
        out.struct(FIELDS);
        out.ids(batch.inputIds().ids());
        out.mask(batch.lossMask());
        out.values(batch.advantages());
        out.values(batch.inferenceLogprobs());
        out.ids(batch.positionIds());
        out.numbers(batch.sequenceLengths());
        out.values(batch.temperatures());
        out.texts(batch.envNames());
        out.numbers(batch.sequenceLengths()); // seq_lens: the same lengths under the name that attention kernels use
        out.nil(); // ref_logprobs
        out.numbers(batch.loraTokens());
        out.nil(); // routed_experts
        out.nil(); // mm_kwargs: pixels never travel
        ImageRefCodec.write(out, batch.images());
        out.ids(batch.tokenTypes());
        out.values(batch.streams().rl());
        out.values(batch.streams().ce());
        out.values(batch.streams().refKl());
        out.text(batch.runId());
        if (batch.runStep() == null) {
            out.nil();
        } else {
            out.number(batch.runStep());
        }
    }

    /**
     * Reads a whole list.
     *
     * @throws dev.fovea.contract.error.RequestException with the byte offset where the bytes are not such a list
     */
    public static List<MicroBatch> read(ByteBuffer bytes) {
        long length = bytes.remaining();
        MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(bytes);
        WireReader in = new WireReader(unpacker, length);
        return in.read(() -> {
            List<MicroBatch> batches = in.list(() -> readOne(in));
            in.end();
            return batches;
        });
    }

    private static MicroBatch readOne(WireReader in) throws IOException {
        Fields fields = new Fields(in, REQUIRED);
        TokenIds ids = fields.required(in::ids);
        TokenMask mask = fields.required(in::mask);
        TokenValues advantages = fields.required(in::values);
        TokenValues logprobs = fields.required(in::values);
        TokenIds positions = fields.required(in::ids);
        List<Integer> lengths = fields.required(() -> in.list(in::index));
        TokenValues temperatures = fields.required(in::values);
        List<String> envNames = fields.required(() -> in.list(in::text));
        if (!fields.required(() -> in.list(in::index)).equals(lengths)) {
            throw in.fault("names two lists of sequence lengths");
        }
        fields.refused("ref_logprobs");
        List<Integer> lora = fields.optional(() -> in.list(in::index));
        fields.refused("routed_experts");
        fields.refused("mm_kwargs");
        List<ImageRef> images = fields.optional(() -> ImageRefCodec.read(in));
        TokenIds types = fields.optional(in::ids);
        LossStreams streams =
                new LossStreams(fields.optional(in::values), fields.optional(in::values), fields.optional(in::values));
        String runId = fields.optional(in::text);
        Long runStep = fields.optional(in::number);
        fields.end();
        return checked(
                in,
                new MicroBatch(
                        new ExpandedIds(ids),
                        mask,
                        advantages,
                        logprobs,
                        positions,
                        lengths,
                        temperatures,
                        envNames,
                        lora,
                        images == null ? List.of() : images,
                        types,
                        streams,
                        runId,
                        runStep));
    }

    private static MicroBatch checked(WireReader in, MicroBatch batch) {
        int size = batch.size();
        boolean even = batch.lossMask().size() == size
                && batch.advantages().size() == size
                && batch.inferenceLogprobs().size() == size
                && batch.positionIds().size() == size
                && batch.temperatures().size() == size
                && batch.envNames().size() == size
                && covers(batch.tokenTypes() == null ? null : batch.tokenTypes().size(), size)
                && covers(sizeOf(batch.streams().rl()), size)
                && covers(sizeOf(batch.streams().ce()), size)
                && covers(sizeOf(batch.streams().refKl()), size)
                && batch.sequenceLengths().stream()
                                .mapToLong(Integer::longValue)
                                .sum()
                        == size;
        if (!even) {
            throw in.fault("holds per-token lists of different lengths");
        }
        for (ImageRef image : batch.images()) {
            if (image.placeholder().end() > size) {
                throw in.fault("holds an image beyond its last token");
            }
        }
        return batch;
    }

    private static @Nullable Integer sizeOf(@Nullable TokenValues values) {
        return values == null ? null : values.size();
    }

    private static boolean covers(@Nullable Integer found, int size) {
        return found == null || found == size;
    }
}
