package dev.fovea.training.pack;

import java.util.List;
import java.util.stream.IntStream;

/** A row before it is built. */
public final class PlannedRow {

    private enum Role {
        TRAINED,
        FILLER
    }

    private final int[] samples;
    private final int tokens;
    private final int padding;
    private final ImageContent content;
    private final Role role;

    private PlannedRow(int[] samples, int tokens, int padding, ImageContent content, Role role) {
        this.samples = samples;
        this.tokens = tokens;
        this.padding = padding;
        this.content = content;
        this.role = role;
    }

    static PlannedRow of(OpenRow row, int padToMultipleOf) {
        return new PlannedRow(
                row.samples(),
                row.tokens(),
                Math.ceilDiv(row.tokens(), padToMultipleOf) * padToMultipleOf - row.tokens(),
                row.family() == null ? ImageContent.TEXT : ImageContent.IMAGES,
                Role.TRAINED);
    }

    /** The same work without any loss, for a rank that would otherwise leave the others waiting. */
    PlannedRow asFiller() {
        return new PlannedRow(samples, tokens, padding, content, Role.FILLER);
    }

    /** Numbers of its samples, in order. */
    public List<Integer> samples() {
        return IntStream.of(samples).boxed().toList();
    }

    /** Tokens of its samples. */
    public int tokens() {
        return tokens;
    }

    /** Tokens behind them. */
    public int padding() {
        return padding;
    }

    /** Whether it brings images. */
    public ImageContent content() {
        return content;
    }

    /** Whether it is a copy of another row that trains nothing. */
    public boolean isFiller() {
        return role == Role.FILLER;
    }
}
