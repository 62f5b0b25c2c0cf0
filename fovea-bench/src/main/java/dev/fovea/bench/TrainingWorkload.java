package dev.fovea.bench;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import dev.fovea.trace.CallFacts;
import dev.fovea.trace.MessageKey;
import dev.fovea.trace.RecordedMessage;
import dev.fovea.trace.TokensDigest;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TraceHeader;
import dev.fovea.trace.TraceLog;
import dev.fovea.trace.TurnTokens;
import dev.fovea.training.SampleBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Rollouts as the reference's own load has them: as many turns as images, each a question with an image of 64 tokens and an answer;
 * a quarter longer or shorter. A few distinct ones repeat, so that the load fits into memory.
 */
public final class TrainingWorkload {

    private static final int DISTINCT = 200;
    private static final int PAD = 151_655;
    private static final int SPAN = 64;
    private static final int WORDS = 150_000;
    private static final int SCAFFOLD = 3;

    private final Random random = new Random(7);
    private final int samples;
    private final int tokens;
    private final int images;

    public TrainingWorkload(int samples, int tokens, int images) {
        this.samples = samples;
        this.tokens = tokens;
        this.images = images;
    }

    /** All rollouts, most of them seen before. */
    public List<Trace> traces() {
        List<Trace> distinct = new ArrayList<>();
        for (int i = 0; i < Math.min(samples, DISTINCT); i++) {
            distinct.add(trace(i));
        }
        List<Trace> all = new ArrayList<>(samples);
        for (int i = 0; i < samples; i++) {
            all.add(distinct.get(i % distinct.size()));
        }
        return all;
    }

    /** Their samples, scored. */
    public List<TrainingSample> samples(List<Trace> traces) {
        SampleBuilder builder = new SampleBuilder(new ProofLedger());
        return traces.stream()
                .flatMap(trace -> builder.sampled(trace).stream())
                .map(sample -> sample.withAdvantage(0.5))
                .toList();
    }

    private Trace trace(int number) {
        Trace trace = Trace.open(new TraceHeader("%032x".formatted(number), "t", "g", "e", "m", 1.0), TraceLog.NONE);
        int turn = (int) (tokens * (0.75 + random.nextDouble() / 2)) / images;
        TokenIds known = TokenIds.empty();
        List<RecordedMessage> messages = new ArrayList<>();
        List<SidecarImage> sidecar = new ArrayList<>();
        for (int k = 0; k < images; k++) {
            int text = (turn - SPAN) / 2;
            sidecar.add(image(number, k, known.size() + text));
            TokenIds prompt = known.concat(question(text)).concat(ids(SCAFFOLD));
            messages.add(message("user", k, 1));
            TokenIds answer = ids(turn - text - SPAN - SCAFFOLD);
            RecordedMessage reply = message("assistant", k, 0);
            trace.commit(trace.prepare(messages), tokens(prompt, messages.size(), sidecar, answer), reply, facts());
            messages.add(reply);
            known = prompt.concat(answer);
        }
        return trace;
    }

    private static TurnTokens tokens(TokenIds prompt, int messages, List<SidecarImage> sidecar, TokenIds answer) {
        List<Integer> ends = new ArrayList<>(List.of());
        for (int i = 0; i < messages; i++) {
            ends.add(prompt.size() - SCAFFOLD); // only the last is looked at: the others are known
        }
        return new TurnTokens(
                new ExpandedIds(prompt),
                ends,
                TokenMask.filled(prompt.size(), true),
                new MultiModalData(sidecar),
                answer,
                logprobs(answer.size()),
                WeightSpans.of(new WeightVersion(0), answer.size()),
                TokensDigest.of(prompt, answer));
    }

    private static TokenValues logprobs(int size) {
        double[] logprobs = new double[size];
        for (int i = 0; i < size; i++) {
            logprobs[i] = -0.5 - i % 3 * 0.125; // no constant, which would cost no memory here
        }
        return TokenValues.of(logprobs);
    }

    private TokenIds question(int text) {
        int[] ids = Arrays.copyOf(ids(text).toArray(), text + SPAN);
        Arrays.fill(ids, text, ids.length, PAD);
        return TokenIds.of(ids);
    }

    private TokenIds ids(int size) {
        return TokenIds.of(random.ints(size, 0, WORDS).toArray());
    }

    private static SidecarImage image(int number, int turn, int offset) {
        String name = "%032x%032x".formatted(number, turn);
        return new SidecarImage(
                new RawImageDescriptor(
                        "qwen_vl",
                        null,
                        Map.of("image_grid_thw", List.of(List.of(1, 16, 16))),
                        null,
                        "file:///data/run/assets/images/" + name + ".png",
                        Map.of()),
                new MmHash("%016x%016x".formatted(number, turn)),
                new PlaceholderRange(offset, SPAN));
    }

    private static RecordedMessage message(String role, int turn, int images) {
        String key = "%032x".formatted((long) turn * 2 + (role.equals("user") ? 0 : 1));
        return new RecordedMessage(role, new MessageKey(key), "{\"content\":\"q\"}", images);
    }

    private static CallFacts facts() {
        return new CallFacts("stop", 0, true, null, Instant.EPOCH, Instant.EPOCH);
    }
}
