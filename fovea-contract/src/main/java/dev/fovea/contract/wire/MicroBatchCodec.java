package dev.fovea.contract.wire;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenNames;
import dev.fovea.contract.TokenValues;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code MicroBatch}: a positional struct of 20 members, of which 9 must be there. */
final class MicroBatchCodec {

    private static final int FIELDS = 20;
    private static final int REQUIRED = 9;

    private MicroBatchCodec() {}

    static void write(WireWriter out, MicroBatch batch) throws IOException {
        out.struct(FIELDS);
        out.ids(batch.inputIds().ids());
        out.mask(batch.lossMask());
        out.values(batch.advantages());
        out.values(batch.inferenceLogprobs());
        out.ids(batch.positionIds());
        out.numbers(batch.sequenceLengths());
        out.values(batch.temperatures());
        out.names(batch.envNames());
        out.numbers(batch.sequenceLengths()); // seq_lens: the same lengths under the name that attention kernels use
        out.values(batch.refLogprobs());
        out.numbers(batch.loraTokens());
        RoutedExpertsCodec.write(out, batch.routedExperts());
        out.nil(); // mm_kwargs: pixels never travel
        ImageRefCodec.write(out, batch.images());
        out.ids(batch.tokenTypes());
        out.values(batch.streams().rl());
        out.values(batch.streams().ce());
        out.values(batch.streams().refKl());
        out.text(batch.runId());
        out.optionalNumber(batch.runStep());
    }

    static MicroBatch read(WireReader in) throws IOException {
        Fields fields = new Fields(in, REQUIRED);
        TokenIds ids = fields.required(in::ids);
        TokenMask mask = fields.required(in::mask);
        TokenValues advantages = fields.required(in::values);
        TokenValues logprobs = fields.required(in::values);
        TokenIds positions = fields.required(in::ids);
        List<Integer> lengths = fields.required(() -> in.list(in::index));
        TokenValues temperatures = fields.required(in::values);
        TokenNames envNames = fields.required(in::names);
        if (!fields.required(() -> in.list(in::index)).equals(lengths)) {
            throw in.fault("names two lists of sequence lengths");
        }
        TokenValues refLogprobs = fields.optional(in::values);
        List<Integer> lora = fields.optional(() -> in.list(in::index));
        RoutedExperts experts = fields.optional(() -> RoutedExpertsCodec.read(in));
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
                        refLogprobs,
                        lora,
                        experts,
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
                && covers(sizeOf(batch.refLogprobs()), size)
                && covers(
                        batch.routedExperts() == null
                                ? null
                                : batch.routedExperts().tokens(),
                        size)
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
