package dev.fovea.vision;

class ScalarPatchWriterTest extends AbstractPatchWriterTest {

    @Override
    SampleKernel kernel() {
        return new ScalarKernel();
    }
}
