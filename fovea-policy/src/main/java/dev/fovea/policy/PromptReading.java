package dev.fovea.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads the prompts of turns that become live together: takes what earlier turns left, computes the rest in few padded passes, and
 * samples the first token of each. A turn that was set aside goes on where it was.
 */
final class PromptReading {

    /** Tokens of one pass, padding included. */
    private static final int PASS_TOKENS = 8_192;

    /** Attention scores of one layer in one pass; bounds its memory, 64 MB a copy. */
    private static final long PASS_SCORES = 16L << 20;

    /** A longer prompt is read in pieces of at most this length, */
    private static final int MOST_PIECE_TOKENS = 1_024;

    /** and of at least this one, below which the multiplications become slow. */
    private static final int LEAST_PIECE_TOKENS = 64;

    /** From so many turns on, one goes first, so that the others find what they share with it. */
    private static final int CROWD = 8;

    /** What the others save by that, at least, for it to pay. */
    private static final int SCOUT_TOKENS = 24;

    private final KvRegion region;
    private final PrefixTree kept;
    private final RegionPass pass;
    private final LoadedModel model;
    private final int heads;

    PromptReading(KvRegion region, PrefixTree kept, RegionPass pass, LoadedModel model, Qwen3VlConfig.Text config) {
        this.heads = config.heads();
        this.region = region;
        this.kept = kept;
        this.pass = pass;
        this.model = model;
    }

    /** @param firstRow of the first turn; the others follow */
    void read(List<Turn> turns, int firstRow) {
        int scouts = turns.size() >= CROWD ? scout(turns.getFirst(), firstRow) : 0;
        List<RegionPass.Part> together = new ArrayList<>();
        int row = firstRow + scouts;
        for (Turn turn : turns.subList(scouts, turns.size())) {
            RegionPass.Part prompt = restored(turn, row + together.size());
            if (!together.isEmpty() && isTooMuch(together, prompt)) {
                readTogether(together, row);
                row += together.size();
                together = new ArrayList<>();
            }
            together.add(prompt);
        }
        readTogether(together, row);
    }

    /** The part of a prompt that no earlier turn has left. */
    private RegionPass.Part restored(Turn turn, int row) {
        int known = kept.restore(turn.run(), turn.length() - 1, region, row);
        return new RegionPass.Part(turn, known, turn.length());
    }

    /** Reads one turn ahead of a crowd, where much of it is unknown; the number of turns that this took. */
    private int scout(Turn turn, int row) {
        RegionPass.Part prompt = restored(turn, row);
        if (length(prompt) < SCOUT_TOKENS) {
            return 0;
        }
        readTogether(List.of(prompt), row);
        kept.keep(turn.run(), prompt.to(), region, row);
        return 1;
    }

    private boolean isTooMuch(List<RegionPass.Part> prompts, RegionPass.Part next) {
        int keys = Math.max(
                next.to(), prompts.stream().mapToInt(RegionPass.Part::to).max().orElse(0));
        long tokens = tokens(prompts, next);
        return tokens > PASS_TOKENS || tokens * keys * heads > PASS_SCORES;
    }

    private static int tokens(List<RegionPass.Part> prompts, RegionPass.Part next) {
        int widest = prompts.stream().mapToInt(PromptReading::length).max().orElse(0);
        return Math.max(widest, length(next)) * (prompts.size() + 1);
    }

    private static int length(RegionPass.Part part) {
        return part.to() - part.from();
    }

    /** One pass over consecutive rows; a single long prompt takes several. */
    private void readTogether(List<RegionPass.Part> prompts, int firstRow) {
        if (prompts.size() == 1) {
            RegionPass.Part rest = prompts.getFirst();
            int piece = Math.clamp(PASS_SCORES / ((long) heads * rest.to()), LEAST_PIECE_TOKENS, MOST_PIECE_TOKENS);
            while (length(rest) > piece) {
                int middle = rest.from() + piece;
                pass.read(model, firstRow, List.of(new RegionPass.Part(rest.turn(), rest.from(), middle)));
                rest = new RegionPass.Part(rest.turn(), middle, rest.to());
            }
            pass.sample(model, firstRow, List.of(rest));
        } else if (!prompts.isEmpty()) {
            pass.sample(model, firstRow, prompts);
        }
    }
}
