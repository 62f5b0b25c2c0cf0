package dev.fovea.policy;

import java.util.List;

/**
 * A tensor as a file's header describes it.
 *
 * @param name as the file has it
 * @param format as the file names it
 * @param begin first byte, counted from the end of the header
 * @param end behind its last byte
 */
record StoredTensor(String name, String format, List<Long> shape, long begin, long end) {

    StoredTensor {
        shape = List.copyOf(shape);
    }
}
