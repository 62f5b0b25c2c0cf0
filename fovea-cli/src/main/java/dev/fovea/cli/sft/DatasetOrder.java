package dev.fovea.cli.sft;

import java.util.List;
import java.util.OptionalLong;

/**
 * In which order a dataset is seen, and how often.
 *
 * @param epochs at least 1
 * @param seed decides the order, another one in each epoch; empty for that of the lines
 */
record DatasetOrder(int epochs, OptionalLong seed) {

    List<DatasetLines.Line> of(DatasetLines lines, int epoch) {
        return seed.isPresent() ? lines.shuffled(seed.getAsLong() + epoch) : lines.inOrder();
    }
}
