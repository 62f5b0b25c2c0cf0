package dev.fovea.policy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Positions;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightVersion;
import dev.fovea.engine.Completion;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.PromptEcho;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** One request while it is sampled. Made on the caller's thread, then touched by the engine's thread only, but for {@link #result}. */
final class Turn implements EngineMessage {

    /** Most answers are shorter; whoever asks for thousands of tokens gets memory as they come. */
    private static final int FIRST_TOKENS = 64;

    private final GenerateRequest request;
    private final List<PixelPatches> pixels;
    private final IntFunction<Positions> numbering;
    private final int limit;
    private final long seed;
    private final CompletableFuture<Completion> result = new CompletableFuture<>();
    private TokenRun run;
    private int[] ids;
    private double[] logprobs;
    private Positions positions;
    private int length;

    /**
     * A checked request.
     *
     * @param pixels of its images, in prompt order
     * @param numbering gives the positions of the prompt and of tokens behind it, of a given number together
     * @param limit tokens of prompt and completion together
     * @param seed of its draws
     */
    Turn(GenerateRequest request, List<PixelPatches> pixels, IntFunction<Positions> numbering, int limit, long seed) {
        this.request = request;
        this.pixels = pixels;
        this.numbering = numbering;
        this.limit = limit;
        this.seed = seed;
        this.length = request.prompt().size();
        int capacity = Math.min(limit, length + FIRST_TOKENS);
        this.ids = Arrays.copyOf(request.prompt().ids().toArray(), capacity);
        this.logprobs = new double[capacity - length];
        this.positions = numbering.apply(capacity);
        List<TokenRun.Image> images = new ArrayList<>();
        for (int i = 0; i < pixels.size(); i++) {
            images.add(new TokenRun.Image(
                    request.images().images().get(i).placeholder(),
                    pixels.get(i).digest()));
        }
        this.run = new TokenRun(ids, images);
    }

    private void grow() {
        int capacity = (int) Math.min(limit, 2L * ids.length);
        ids = Arrays.copyOf(ids, capacity);
        logprobs = Arrays.copyOf(logprobs, capacity - promptLength());
        positions = numbering.apply(capacity);
        run = new TokenRun(ids, run.images());
    }

    /** Completed once; cancelled where the caller has gone. */
    CompletableFuture<Completion> result() {
        return result;
    }

    TokenRun run() {
        return run;
    }

    /** The images that reach into tokens {@code from} to {@code to}. */
    List<PixelPatches> pixelsWithin(int from, int to) {
        List<PixelPatches> within = new ArrayList<>();
        for (int i = 0; i < pixels.size(); i++) {
            if (overlaps(run.images().get(i).range(), from, to)) {
                within.add(pixels.get(i));
            }
        }
        return within;
    }

    private static boolean overlaps(PlaceholderRange range, int from, int to) {
        return range.end() > from && range.offset() < to;
    }

    SamplingParameters sampling() {
        return request.sampling();
    }

    private int promptLength() {
        return request.prompt().size();
    }

    /** Tokens so far. */
    int length() {
        return length;
    }

    /** The number for the next draw: it depends on seed and place alone, not on what else is sampled beside it. */
    double nextDraw() {
        return Draws.uniform(seed, length - promptLength());
    }

    void append(int id, double logprob) {
        if (length == ids.length) {
            grow();
        }
        logprobs[length - promptLength()] = logprob;
        ids[length++] = id;
    }

    boolean stopped() {
        return length > promptLength() && request.stopTokenIds().contains(ids[length - 1]);
    }

    boolean done() {
        return stopped() || length == limit;
    }

    /** Its tokens {@code from} to {@code to}, the last of them asked for. */
    Stretch stretch(int from, int to, Map<PixelDigest, Integer> firstRows) {
        List<Stretch.PlacedImage> placed = new ArrayList<>();
        for (TokenRun.Image image : run.images()) {
            Integer row = firstRows.get(image.digest());
            if (row != null && overlaps(image.range(), from, to)) {
                placed.add(new Stretch.PlacedImage(image.range(), row));
            }
        }
        return new Stretch(ids, positions, placed, from, to, to - 1);
    }

    /** Answers the caller. */
    void complete(WeightVersion weights) {
        int prompt = promptLength();
        result.complete(new Completion(
                TokenIds.of(Arrays.copyOfRange(ids, prompt, length)),
                TokenValues.of(Arrays.copyOf(logprobs, length - prompt)),
                stopped() ? FinishReason.STOP : FinishReason.LENGTH,
                weights,
                // from the arrays that the tensors were made of, not from the request: an echo of the request would
                // prove nothing
                new PromptEcho(
                        ExpandedIds.of(Arrays.copyOf(ids, prompt)),
                        run.images().stream().map(TokenRun.Image::range).toList(),
                        pixels.stream().map(PixelPatches::digest).toList())));
    }
}
