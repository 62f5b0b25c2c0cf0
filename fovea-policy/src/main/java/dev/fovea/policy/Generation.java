package dev.fovea.policy;

import ai.djl.ndarray.NDManager;
import dev.fovea.contract.WeightVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The live sequences and everything native that belongs to them. One call to {@link #admit} reads the prompts of new turns, one call
 * to {@link #advance} samples one more token for all live ones. Lives on the engine's thread.
 */
final class Generation implements AutoCloseable {

    /** What a turn must be able to sample before it may meet the memory's end. */
    private static final int HEADROOM_TOKENS = 32;

    private final Qwen3VlConfig config;
    private final EmbeddedSettings settings;
    private final NDManager root;
    private final KvRegion region;
    private final PrefixTree kept;
    private final FeatureCache features;
    private final RegionPass pass;
    /** The index of a turn is its row in the region. */
    private final List<Turn> live = new ArrayList<>();

    private LoadedModel model;

    /**
     * Nothing live yet.
     *
     * @param root of all native arrays, closed in the end
     * @param memory of the first weights
     */
    Generation(
            Qwen3VlConfig config,
            EmbeddedSettings settings,
            NDManager root,
            WeightMemory memory,
            WeightVersion version) {
        this.config = config;
        this.settings = settings;
        this.root = root;
        this.region = new KvRegion(config.text(), root, settings.liveCacheBytes());
        this.kept = new PrefixTree(settings.keptCacheBytes(), config.text());
        this.features = new FeatureCache(settings.imageCacheBytes(), config.vision());
        this.pass = new RegionPass(root, new Rotary(config.text()), region, features);
        this.model = new LoadedModel(root, config, memory, version);
    }

    /** How many turns are live. */
    int size() {
        return live.size();
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
        int longest = Math.max(turn.length(), Math.max(longest(live), longest(alsoNew)));
        return rows == 1 || (rows <= settings.sequences() && fits(rows, longest + HEADROOM_TOKENS));
    }

    private boolean fits(int rows, int tokens) {
        return KvRegion.bytes(config.text(), rows, tokens) <= settings.liveCacheBytes();
    }

    private static int longest(Collection<Turn> turns) {
        return turns.stream().mapToInt(Turn::length).max().orElse(0);
    }

    /** Reads the prompts of new turns, for which there is room, and samples their first tokens. */
    void admit(List<Turn> turns) {
        int firstRow = live.size();
        // live first: whatever fails from here on fails them, too, and nobody waits for ever
        live.addAll(turns);
        region.reserve(live.size(), longest(live), firstRow);
        new PromptReading(region, kept, pass, model, config.text()).read(turns, firstRow);
        retire();
    }

    /**
     * Samples one more token for every live turn.
     *
     * @return turns that had to be set aside, because together they have outgrown the memory; they go on when they are admitted again
     */
    List<Turn> advance() {
        if (live.isEmpty()) {
            return List.of();
        }
        List<Turn> aside = new ArrayList<>();
        try {
            makeRoom(aside);
            pass.sample(
                    model,
                    0,
                    live.stream()
                            .map(turn -> new RegionPass.Part(turn, turn.length() - 1, turn.length()))
                            .toList());
            retire();
        } catch (RuntimeException e) {
            // whatever failed fails those that were set aside, too: the caller never hears of them
            live.addAll(aside);
            throw e;
        }
        return aside;
    }

    private void makeRoom(List<Turn> aside) {
        int needed = longest(live);
        if (needed > region.capacity()) {
            while (live.size() > 1 && !fits(live.size(), needed)) {
                Turn turn = live.removeLast();
                kept.keep(turn.run(), turn.length() - 1, region, live.size());
                aside.addFirst(turn);
            }
            int ahead = needed + needed / 2;
            region.reserve(live.size(), fits(live.size(), ahead) ? ahead : needed, live.size());
        }
    }

    /** Answers turns that are done, and drops those whose caller has gone. Their rows are taken by the last ones. */
    private void retire() {
        for (int row = live.size() - 1; row >= 0; row--) {
            Turn turn = live.get(row);
            if (turn.done() && !turn.result().isDone()) {
                // The last sampled token has not been read yet.
                kept.keep(turn.run(), turn.length() - 1, region, row);
                turn.complete(model.version());
            }
            if (turn.result().isDone()) {
                remove(row);
            }
        }
    }

    /** Takes a turn out; the last one takes its row. Its newest token is not in the region yet, and may be one more than a row holds. */
    private void remove(int row) {
        int lastRow = live.size() - 1;
        if (row < lastRow) {
            Turn last = live.get(lastRow);
            region.move(lastRow, row, last.length() - 1);
            live.set(row, last);
        }
        live.remove(lastRow);
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
