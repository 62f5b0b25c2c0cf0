package dev.fovea.vision;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.RawImageDescriptor;
import java.nio.ByteBuffer;

/** Turns a reference into pixels. Thread safe; every call proves that the file still holds the bytes that were referenced. */
@FunctionalInterface
public interface PixelSource {

    /**
     * The pixels behind a reference.
     *
     * @throws dev.fovea.contract.error.FoveaException where the file is missing, changed or outside the allowed roots, where it
     *     does not decode, or where its grid is not the one that the reference promises
     */
    PixelPatches pixels(RawImageDescriptor item, MmHash hash);

    /**
     * The pixels behind a reference, in a buffer of the caller's: a tensor of a file or a message that is being written.
     *
     * @param target receives the values, little endian, from its position on, which moves behind them; where this throws, the
     *     position is as it was, and what lies behind it has no meaning
     * @return the grid, whose patches lie there row by row
     * @throws dev.fovea.contract.error.FoveaException like {@link #pixels}
     * @throws java.nio.BufferOverflowException where the target is too small
     */
    default GridThw pixelsInto(RawImageDescriptor item, MmHash hash, ByteBuffer target) {
        PixelPatches patches = pixels(item, hash);
        target.put(patches.data());
        return patches.grid();
    }
}
