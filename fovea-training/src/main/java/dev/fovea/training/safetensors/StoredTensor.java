package dev.fovea.training.safetensors;

import java.util.List;

/**
 * A tensor as a file's header describes it.
 *
 * @param name as the file has it
 * @param format as the file names it, for example {@code F32}
 * @param begin first byte, counted from the end of the header
 * @param end behind its last byte
 */
public record StoredTensor(String name, String format, List<Long> shape, long begin, long end) {

    public StoredTensor {
        shape = List.copyOf(shape);
    }
}
