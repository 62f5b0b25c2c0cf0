package dev.fovea.policy;

import dev.fovea.training.safetensors.ChannelBytes;
import dev.fovea.training.safetensors.HeaderWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes weights as a safetensors file: the header's length, the header, then the values, which lie in memory as in the file.
 *
 * <p>The tied head is written a second time, under its own name. Nobody needs it to load the folder, but vLLM 0.32 on a processor
 * keeps a packed copy of the head that a reload renews only where the file names the head; without it a reloaded server answers with
 * new weights and the old head (measured: log-probabilities off by 0.5).
 */
final class SafetensorsWriter {

    private SafetensorsWriter() {}

    /** Writes a new file and forces it to the disk. */
    static void write(Path file, WeightMemory weights) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            header(weights.plan()).write(channel);
            ChannelBytes.writeFully(channel, weights.all());
            if (isTied(weights.plan())) {
                ChannelBytes.writeFully(channel, weights.of(weights.plan().embedding()));
            }
            channel.force(true);
        }
    }

    /** Tensors lie in memory in the plan's order, and without gaps. */
    private static HeaderWriter header(WeightPlan plan) {
        HeaderWriter header = new HeaderWriter();
        // transformers refuses a file that does not name the framework.
        header.metadata("format", "pt");
        for (WeightPlan.Tensor tensor : plan.tensors()) {
            announce(header, tensor.name(), tensor);
        }
        if (isTied(plan)) {
            announce(header, WeightPlan.HEAD, plan.embedding());
        }
        return header;
    }

    private static void announce(HeaderWriter header, String name, WeightPlan.Tensor tensor) {
        header.tensor(name, "F32", tensor.shape(), tensor.size() * Float.BYTES);
    }

    private static boolean isTied(WeightPlan plan) {
        return !plan.has(WeightPlan.HEAD);
    }
}
