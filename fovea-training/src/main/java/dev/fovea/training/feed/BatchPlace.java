package dev.fovea.training.feed;

/**
 * Where a batch stands.
 *
 * @param step from 1
 * @param rank data-parallel rank, from 0
 * @param index of the micro-batch within the step, from 0
 * @param count of micro-batches that the rank has in this step; the same on every rank
 */
public record BatchPlace(long step, int rank, int index, int count) {

    public BatchPlace {
        if (step < 0 || rank < 0 || index < 0 || index >= count) {
            throw new IllegalArgumentException(
                    "step " + step + ", rank " + rank + ", micro-batch " + index + " of " + count);
        }
    }
}
