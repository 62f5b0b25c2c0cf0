package dev.fovea.training.feed;

import java.util.List;
import java.util.Optional;

/**
 * A micro-batch as tensors. Whoever has it closes it when it is written or trained: its pixels hold a share of the budget.
 * Its token tensors lie on the heap, its pixels off the heap; no tensor may be touched after closing.
 */
public final class TensorBatch implements AutoCloseable {

    private final BatchMetadata metadata;
    private final List<Tensor> tensors;
    private final PixelBlock pixels;
    private final String rowSha256;

    TensorBatch(BatchMetadata metadata, List<Tensor> tensors, PixelBlock pixels, String rowSha256) {
        this.metadata = metadata;
        this.rowSha256 = rowSha256;
        this.tensors = List.copyOf(tensors);
        this.pixels = pixels;
    }

    /** What it says of itself. */
    public BatchMetadata metadata() {
        return metadata;
    }

    /** Its tensors, pixels last. */
    public List<Tensor> tensors() {
        return tensors;
    }

    /** A tensor by its name; batches without images have no pixels. */
    public Optional<Tensor> tensor(String name) {
        return tensors.stream().filter(tensor -> tensor.name().equals(name)).findFirst();
    }

    /** Of the row that it was made of, as it came. */
    String rowSha256() {
        return rowSha256;
    }

    /** Gives its pixels' memory back. */
    @Override
    public void close() {
        pixels.close();
    }
}
