package dev.fovea.vision;

import dev.fovea.contract.MmHash;
import dev.fovea.contract.RawImageDescriptor;

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
}
