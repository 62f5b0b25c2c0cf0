package dev.fovea.vision;

import dev.fovea.contract.GridThw;
import dev.fovea.contract.ImageLayout;
import dev.fovea.contract.ImageSize;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Resizes a picture, normalises it and cuts it into patch rows, in one walk from top to bottom: a band of a block's height is
 * resized, cut and forgotten. Where a layout's grid is larger than the resized picture, black fills its right and bottom before
 * normalisation. Columns of a patch: channel, frame, row, column. Immutable and thread safe.
 */
public final class PatchWriter {

    private final Resample resample;
    private final PatchShape shape;
    private final float[][] tables = new float[SampleKernel.CHANNELS][];
    private final short[][] halves = new short[SampleKernel.CHANNELS][];

    /**
     * What one checkpoint asks for.
     *
     * @param mean per channel, of samples scaled to 0..1
     * @param std per channel
     */
    public PatchWriter(
            Resample resample, PatchShape shape, Normalisation normalisation, List<Double> mean, List<Double> std) {
        this.resample = resample;
        this.shape = shape;
        for (int channel = 0; channel < SampleKernel.CHANNELS; channel++) {
            tables[channel] = normalisation.table(mean.get(channel), std.get(channel));
            halves[channel] = Bfloat16.nearest(tables[channel]);
        }
    }

    /**
     * The layout itself, unless its picture has a side too long to be resized.
     *
     * @throws dev.fovea.contract.error.RequestException {@code image_too_large}
     */
    public static ImageLayout checked(ImageLayout layout) {
        AxisWeights.requireLength(layout.source().width(), layout.resized().width());
        AxisWeights.requireLength(layout.source().height(), layout.resized().height());
        return layout;
    }

    /**
     * Writes all patches of a picture.
     *
     * @param target receives {@code grid.patches() * shape.width()} values, little endian, from its position on, which moves behind
     *     them
     * @throws IllegalArgumentException where the picture is not the layout's
     * @throws BufferOverflowException where the target is too small; nothing has been written then
     */
    public void write(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target) {
        write(image, layout, form, target, KernelChoice.chosen());
    }

    void write(RgbImage image, ImageLayout layout, PixelForm form, ByteBuffer target, SampleKernel kernel) {
        if (!image.size().equals(layout.source())) {
            throw new IllegalArgumentException("an image of " + image.size() + " under a layout of " + layout.source());
        }
        long bytes = (long) layout.grid().patches() * shape.width() * form.bytes();
        if (target.remaining() < bytes) {
            throw new BufferOverflowException();
        }
        SampleRows rows = padded(resample.rows(image, layout.resized(), kernel), layout.grid());
        PatchSink sink = switch (form) {
            case UINT8 -> new PatchSink.Samples(shape, target);
            case FLOAT32 -> new PatchSink.Values(shape, tables, target);
            case BFLOAT16 -> new PatchSink.Halves(shape, halves, target);
        };
        cut(rows, sink, kernel);
        target.position(target.position() + (int) bytes);
    }

    private SampleRows padded(SampleRows rows, GridThw grid) {
        ImageSize full = new ImageSize(grid.w() * shape.side(), grid.h() * shape.side());
        return full.equals(rows.size()) ? rows : new PaddedRows(rows, full);
    }

    /** Blocks row by row, and the patches of a block row by row. */
    private void cut(SampleRows rows, PatchSink sink, SampleKernel kernel) {
        int side = shape.side();
        int block = shape.block();
        byte[] planes = new byte[SampleKernel.plane(SampleKernel.CHANNELS, side)];
        for (int top = 0; top < rows.size().height(); top += block) {
            rows.require(top, top + block);
            for (int left = 0; left < rows.size().width(); left += block) {
                for (int inner = 0; inner < shape.merge() * shape.merge(); inner++) {
                    int y = top + inner / shape.merge() * side;
                    int x = left + inner % shape.merge() * side;
                    int at = rows.offset(y) + SampleKernel.CHANNELS * x;
                    kernel.planes(rows.samples(), at, rows.stride(), side, planes);
                    sink.put(planes);
                }
            }
        }
    }
}
