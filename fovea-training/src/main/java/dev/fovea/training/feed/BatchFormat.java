package dev.fovea.training.feed;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** How a batch stands in a file of its own. */
public interface BatchFormat {

    /** What follows the last dot of a file's name. */
    String extension();

    /** Writes one batch into an empty file; the caller forces it to the disk and gives it its name. */
    void write(TensorBatch batch, FileChannel file) throws IOException;
}
