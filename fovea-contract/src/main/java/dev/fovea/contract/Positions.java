package dev.fovea.contract;

/** Three-axis positions of one sequence, one entry a token on each axis. Text advances all three together. */
public record Positions(TokenIds time, TokenIds height, TokenIds width) {

    public Positions {
        if (time.size() != height.size() || time.size() != width.size()) {
            throw new IllegalArgumentException(
                    "axes of " + time.size() + ", " + height.size() + " and " + width.size() + " tokens");
        }
    }

    public int size() {
        return time.size();
    }
}
