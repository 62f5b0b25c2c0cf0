package dev.fovea.vision;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;

class VectorPatchWriterTest extends AbstractPatchWriterTest {

    @BeforeEach
    void needsVectors() {
        assumeTrue(KernelChoice.hasVectors(), "this machine has no vectors of 256 bits");
    }

    @Override
    SampleKernel kernel() {
        return new VectorKernel();
    }
}
