package dev.fovea.policy;

import ai.djl.ndarray.NDManager;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.WeightVersion;
import dev.fovea.vision.PixelPatches;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The live sequences and everything native that belongs to them. One call to {@link #admit} reads the prompts of new turns, one call
 * to {@link #advance} samples one more token for all live ones. Lives on the engine's thread.
 */
final class Generation implements AutoCloseable {

    /** Tokens of one pass over new prompts, padding included; bounds the memory of scores and masks. */
    private static final int PREFILL_TOKENS = 8_192;

    /** Longer prompts are read by themselves and in pieces of this length. */
    private static final int PIECE_TOKENS = 1_024;

    /** From so many new turns on, one goes first, so that the others find what they share with it. */
    private static final int CROWD = 8;

    /** What a first turn must save the others, at least, for that to pay. */
    private static final int SCOUT_TOKENS = 24;

    private final Qwen3VlConfig config;
    private final EmbeddedSettings settings;
    private final NDManager root;
    private final Rotary rotary;
    private final KvRegion region;
    private final PrefixTree kept;
    private final FeatureCache features;
    /** The index of a turn is its row in the region. */
    private final List<Turn> live = new ArrayList<>();

    private LoadedModel model;

    Generation(
            Qwen3VlConfig config,
            EmbeddedSettings settings,
            NDManager root,
            WeightMemory memory,
            WeightVersion version) {
        this.config = config;
        this.settings = settings;
        this.root = root;
        this.rotary = new Rotary(config.text());
        this.region = new KvRegion(config.text(), root);
        this.kept = new PrefixTree(settings.keptCacheBytes(), config.text());
        this.features = new FeatureCache(settings.imageCacheBytes(), config.vision());
        this.model = new LoadedModel(root, config, memory, version);
    }

    List<Turn> live() {
        return live;
    }

    /** Replaces the weights; nothing may be live. */
    void replace(WeightMemory memory, WeightVersion version) {
        LoadedModel next = new LoadedModel(root, config, memory, version);
        model.close();
        model = next;
        kept.clear();
        features.clear();
    }

    /** Whether a turn may become live beside those that are. A lone one always may. */
    boolean hasRoom(Turn turn, Collection<Turn> alsoNew) {
        int rows = live.size() + alsoNew.size() + 1;
        int longest = Math.max(turn.longest(), Math.max(longest(live), longest(alsoNew)));
        return rows == 1
                || (rows <= settings.sequences()
                        && KvRegion.bytes(config.text(), rows, longest) <= settings.liveCacheBytes());
    }

    private static int longest(Collection<Turn> turns) {
        return turns.stream().mapToInt(Turn::longest).max().orElse(0);
    }

    /** Reads the prompts of new turns and samples their first tokens. */
    void admit(List<Turn> turns) {
        int longest = Math.max(longest(live), longest(turns));
        region.reserve(live.size() + turns.size(), longest, live.size());
        List<Prompt> prompts = new ArrayList<>();
        for (Turn turn : turns) {
            if (turns.size() >= CROWD && prompts.size() == 1) {
                prompts = scouted(prompts);
            }
            prompts.add(prompt(turn));
            live.add(turn);
        }
        read(prompts);
        retire();
    }

    /** A turn whose first {@code known} tokens already stand in its row. */
    private record Prompt(Turn turn, int row, int known) {

        int missing() {
            return turn.promptLength() - known;
        }
    }

    private Prompt prompt(Turn turn) {
        int row = live.size();
        return new Prompt(turn, row, kept.restore(turn.run(), turn.promptLength() - 1, region, row));
    }

    private List<Prompt> scouted(List<Prompt> first) {
        Prompt scout = first.getFirst();
        if (scout.missing() < SCOUT_TOKENS) {
            return first;
        }
        read(first);
        kept.keep(scout.turn().run(), scout.turn().promptLength(), region, scout.row());
        return new ArrayList<>();
    }

    private void read(List<Prompt> prompts) {
        List<Prompt> together = new ArrayList<>();
        int width = 0;
        for (Prompt prompt : prompts) {
            int wider = Math.max(width, prompt.missing());
            if (!together.isEmpty() && wider * (together.size() + 1) > PREFILL_TOKENS) {
                readTogether(together);
                together = new ArrayList<>();
                wider = prompt.missing();
            }
            together.add(prompt);
            width = wider;
        }
        if (!together.isEmpty()) {
            readTogether(together);
        }
    }

    /** One pass over consecutive rows; a single long prompt takes several. */
    private void readTogether(List<Prompt> prompts) {
        Prompt only = prompts.getFirst();
        int known = only.known();
        if (prompts.size() == 1) {
            for (; only.turn().promptLength() - known > PIECE_TOKENS; known += PIECE_TOKENS) {
                pass(List.of(only.turn()), only.row(), List.of(new Span(known, known + PIECE_TOKENS)), false);
            }
        }
        List<Span> spans = new ArrayList<>();
        for (Prompt prompt : prompts) {
            spans.add(new Span(
                    prompts.size() == 1 ? known : prompt.known(), prompt.turn().promptLength()));
        }
        pass(prompts.stream().map(Prompt::turn).toList(), only.row(), spans, true);
    }

    /** Samples one more token for every live turn. */
    void advance() {
        if (!live.isEmpty()) {
            List<Span> spans = new ArrayList<>();
            live.forEach(turn -> spans.add(new Span(turn.length() - 1, turn.length())));
            pass(List.copyOf(live), 0, spans, true);
            retire();
        }
    }

    private record Span(int from, int to) {}

    private void pass(List<Turn> turns, int firstRow, List<Span> spans, boolean sample) {
        try (Step step = new Step(root)) {
            ImageFeatures images = features.features(step, images(turns, spans), model.vision());
            Map<PixelDigest, Integer> firstRows = images == null ? Map.of() : images.firstRows();
            List<Stretch> stretches = new ArrayList<>();
            int keys = 0;
            for (int i = 0; i < turns.size(); i++) {
                Span span = spans.get(i);
                stretches.add(turns.get(i).stretch(span.from(), span.to(), firstRows));
                keys = Math.max(keys, span.to());
            }
            TextInput input = new TextInput(step, stretches, rotary, keys);
            var hidden = model.text().hidden(input, images, region.store(step, firstRow, stretches, input));
            if (sample) {
                Sampler.sample(step, model.text().logits(hidden), turns);
            }
        }
    }

    private static Map<PixelDigest, PixelPatches> images(List<Turn> turns, List<Span> spans) {
        Map<PixelDigest, PixelPatches> images = new LinkedHashMap<>();
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            for (int image = 0; image < turn.pixels().size(); image++) {
                var range = turn.run().images().get(image).range();
                if (range.end() > spans.get(i).from()
                        && range.offset() < spans.get(i).to()) {
                    PixelPatches pixels = turn.pixels().get(image);
                    images.putIfAbsent(pixels.digest(), pixels);
                }
            }
        }
        return images;
    }

    /** Answers turns that are done, and drops those whose caller has gone. Their rows are taken by the last ones. */
    private void retire() {
        for (int row = live.size() - 1; row >= 0; row--) {
            Turn turn = live.get(row);
            if (turn.done() && !turn.result().isCancelled()) {
                // The last sampled token has not been read yet.
                kept.keep(turn.run(), turn.length() - 1, region, row);
                turn.complete(model.version());
            }
            if (turn.result().isDone()) {
                Turn last = live.removeLast();
                if (last != turn) {
                    region.move(live.size(), row, last.length());
                    live.set(row, last);
                }
            }
        }
    }

    /** Fails every live turn. */
    void fail(RuntimeException fault) {
        live.forEach(turn -> turn.result().completeExceptionally(fault));
        live.clear();
    }

    @Override
    public void close() {
        region.close();
        model.close();
        root.close();
    }
}
