package dev.fovea.contract.wire;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.LossStreams;
import dev.fovea.contract.RoutedExperts;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import java.io.IOException;
import java.util.List;

/**
 * {@code TrainingSample}: a positional struct of 14 members, of which 5 must be there. Lengths of the per-token lists are not
 * compared here: whoever packs samples names the one that is wrong, and goes on with the others.
 */
final class TrainingSampleCodec {

    private static final int FIELDS = 14;
    private static final int REQUIRED = 5;

    private TrainingSampleCodec() {}

    static void write(WireWriter out, TrainingSample sample) throws IOException {
        out.struct(FIELDS);
        out.ids(sample.ids().ids());
        out.mask(sample.mask());
        out.values(sample.logprobs());
        out.values(sample.temperatures());
        out.text(sample.envName());
        out.values(sample.refLogprobs());
        out.nil(); // mm_kwargs: pixels never travel
        ImageRefCodec.write(out, sample.images());
        RoutedExpertsCodec.write(out, sample.routedExperts());
        out.ids(sample.tokenTypes());
        out.values(sample.streams().rl());
        out.values(sample.streams().ce());
        out.values(sample.streams().refKl());
        out.values(sample.advantages());
    }

    static TrainingSample read(WireReader in) throws IOException {
        Fields fields = new Fields(in, REQUIRED);
        TokenIds ids = fields.required(in::ids);
        TokenMask mask = fields.required(in::mask);
        TokenValues logprobs = fields.required(in::values);
        TokenValues temperatures = fields.required(in::values);
        String envName = fields.required(in::text);
        TokenValues refLogprobs = fields.optional(in::values);
        fields.refused("mm_kwargs");
        List<ImageRef> images = fields.optional(() -> ImageRefCodec.read(in));
        RoutedExperts experts = fields.optional(() -> RoutedExpertsCodec.read(in));
        TokenIds types = fields.optional(in::ids);
        LossStreams streams =
                new LossStreams(fields.optional(in::values), fields.optional(in::values), fields.optional(in::values));
        TokenValues advantages = fields.optional(in::values);
        fields.end();
        return new TrainingSample(
                new ExpandedIds(ids),
                mask,
                logprobs,
                temperatures,
                envName,
                refLogprobs,
                images == null ? List.of() : images,
                experts,
                types,
                streams,
                advantages);
    }
}
