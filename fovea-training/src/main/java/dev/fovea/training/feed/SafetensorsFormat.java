package dev.fovea.training.feed;

import dev.fovea.training.safetensors.ChannelBytes;
import dev.fovea.training.safetensors.HeaderWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Comparator;
import java.util.List;

/** A batch as a safetensors file: the metadata is one JSON object under {@code fovea}. */
public final class SafetensorsFormat implements BatchFormat {

    /** The name under which {@code __metadata__}, which holds texts only, has a batch's metadata. */
    public static final String METADATA = "fovea";

    @Override
    public String extension() {
        return "safetensors";
    }

    /** Wide numbers first, so that each tensor lies at a multiple of its numbers' size; pixels go from their memory to the file. */
    @Override
    public void write(TensorBatch batch, FileChannel file) throws IOException {
        List<Tensor> ordered = batch.tensors().stream()
                .sorted(Comparator.comparingInt(tensor -> -tensor.type().bytes()))
                .toList();
        HeaderWriter header = new HeaderWriter();
        header.metadata(METADATA, batch.metadata().json());
        for (Tensor tensor : ordered) {
            header.tensor(
                    tensor.name(),
                    tensor.type().safetensors(),
                    tensor.shape(),
                    tensor.data().byteSize());
        }
        header.write(file);
        for (Tensor tensor : ordered) {
            ChannelBytes.writeFully(file, tensor.data());
        }
    }
}
