package dev.fovea.vision;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/** Takes the channels of one patch after the other into a caller's buffer, each as often as a patch has frames. */
sealed interface PatchSink {

    void put(byte[] planes);

    /** Samples as they are. */
    final class Samples implements PatchSink {

        private final PatchShape shape;
        private final ByteBuffer target;

        Samples(PatchShape shape, ByteBuffer target) {
            this.shape = shape;
            this.target = target.duplicate();
        }

        @Override
        public void put(byte[] planes) {
            int plane = shape.side() * shape.side();
            for (int channel = 0; channel < SampleKernel.CHANNELS; channel++) {
                for (int frame = 0; frame < shape.frames(); frame++) {
                    target.put(planes, SampleKernel.plane(channel, shape.side()), plane);
                }
            }
        }
    }

    /** Samples through one table of 256 floats a channel. */
    final class Values implements PatchSink {

        private final PatchShape shape;
        private final float[][] tables;
        private final float[] plane;
        private final FloatBuffer target;

        Values(PatchShape shape, float[][] tables, ByteBuffer target) {
            this.shape = shape;
            this.tables = tables;
            this.plane = new float[shape.side() * shape.side()];
            this.target = target.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        }

        @Override
        public void put(byte[] planes) {
            for (int channel = 0; channel < SampleKernel.CHANNELS; channel++) {
                look(planes, SampleKernel.plane(channel, shape.side()), tables[channel], plane);
                for (int frame = 0; frame < shape.frames(); frame++) {
                    target.put(plane);
                }
            }
        }

        private static void look(byte[] planes, int from, float[] table, float[] plane) {
            for (int i = 0; i < plane.length; i++) {
                plane[i] = table[planes[from + i] & 0xFF];
            }
        }
    }

    /** Samples through one table of 256 bfloat16 a channel. */
    final class Halves implements PatchSink {

        private final PatchShape shape;
        private final short[][] tables;
        private final short[] plane;
        private final ShortBuffer target;

        Halves(PatchShape shape, short[][] tables, ByteBuffer target) {
            this.shape = shape;
            this.tables = tables;
            this.plane = new short[shape.side() * shape.side()];
            this.target = target.slice().order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
        }

        @Override
        public void put(byte[] planes) {
            for (int channel = 0; channel < SampleKernel.CHANNELS; channel++) {
                look(planes, SampleKernel.plane(channel, shape.side()), tables[channel], plane);
                for (int frame = 0; frame < shape.frames(); frame++) {
                    target.put(plane);
                }
            }
        }

        private static void look(byte[] planes, int from, short[] table, short[] plane) {
            for (int i = 0; i < plane.length; i++) {
                plane[i] = table[planes[from + i] & 0xFF];
            }
        }
    }
}
