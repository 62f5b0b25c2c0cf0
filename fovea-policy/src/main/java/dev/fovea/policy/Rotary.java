package dev.fovea.policy;

import dev.fovea.contract.Positions;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The rotary angles of text and image tokens (interleaved M-RoPE): pair 0 turns with time, 1 with height, 2 with width, 3 with time
 * again and so on, until an axis has used up its section; what remains turns with time.
 *
 * <p>Cosines are kept for every pair and position once met, because a batch asks for the same few hundred positions again and again.
 * Not thread safe.
 */
final class Rotary {

    private static final int FIRST_POSITIONS = 256;

    private final float[] frequencies;
    /** The axis of each pair: 0 time, 1 height, 2 width. */
    private final int[] axes;

    /** {@code [positions, pairs]}. */
    private float[] cosines = {};

    private float[] sines = {};

    Rotary(Qwen3VlConfig.Text config) {
        int pairs = config.headChannels() / 2;
        this.frequencies = frequencies(pairs, config.ropeTheta());
        this.axes = new int[pairs];
        for (int axis = 1; axis <= 2; axis++) {
            int end = Math.min(pairs, 3 * config.mropeSections().get(axis));
            for (int pair = axis; pair < end; pair += 3) {
                axes[pair] = axis;
            }
        }
        grow(FIRST_POSITIONS);
    }

    /** {@code 1 / theta^(i / count)} in float32, rounded where the reference rounds. */
    static float[] frequencies(int count, double theta) {
        float[] frequencies = new float[count];
        for (int i = 0; i < count; i++) {
            float exponent = (float) (2 * i) / (2 * count);
            frequencies[i] = 1 / (float) Math.pow(theta, exponent);
        }
        return frequencies;
    }

    /** Floats of one token's table. */
    int width() {
        return 2 * frequencies.length;
    }

    /**
     * Writes the tables of one token at row {@code row} of {@code [rows, 2, pairs]}.
     *
     * @param sineTarget its first half is negated
     */
    void write(Positions positions, int token, MemorySegment cosineTarget, MemorySegment sineTarget, long row) {
        int pairs = frequencies.length;
        int time = positions.time().get(token);
        int height = positions.height().get(token);
        int width = positions.width().get(token);
        int largest = Math.max(time, Math.max(height, width));
        if (largest >= cosines.length / pairs) {
            grow(Math.max(largest + 1, 2 * cosines.length / pairs));
        }
        long at = row * 2 * pairs;
        for (int pair = 0; pair < pairs; pair++) {
            int position = axes[pair] == 0 ? time : axes[pair] == 1 ? height : width;
            float cosine = cosines[position * pairs + pair];
            float sine = sines[position * pairs + pair];
            cosineTarget.setAtIndex(ValueLayout.JAVA_FLOAT, at + pair, cosine);
            cosineTarget.setAtIndex(ValueLayout.JAVA_FLOAT, at + pairs + pair, cosine);
            sineTarget.setAtIndex(ValueLayout.JAVA_FLOAT, at + pair, -sine);
            sineTarget.setAtIndex(ValueLayout.JAVA_FLOAT, at + pairs + pair, sine);
        }
    }

    private void grow(int positions) {
        int pairs = frequencies.length;
        cosines = new float[positions * pairs];
        sines = new float[positions * pairs];
        for (int position = 0; position < positions; position++) {
            for (int pair = 0; pair < pairs; pair++) {
                float angle = position * frequencies[pair];
                cosines[position * pairs + pair] = (float) Math.cos(angle);
                sines[position * pairs + pair] = (float) Math.sin(angle);
            }
        }
    }
}
