package dev.fovea.vision;

class ScalarKernelTest extends AbstractKernelTest {

    @Override
    SampleKernel kernel() {
        return new ScalarKernel();
    }
}
