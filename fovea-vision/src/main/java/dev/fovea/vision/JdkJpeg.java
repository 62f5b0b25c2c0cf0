package dev.fovea.vision;

import java.awt.image.Raster;

/** The JDK's own JPEG reader. Which library is behind it depends on who built the JDK. */
final class JdkJpeg implements JpegCodec {

    private static final JdkReader READER = new JdkReader("jpeg");

    @Override
    public String name() {
        return "the JDK";
    }

    @Override
    public void decode(JpegStream jpeg, byte[] rgb) {
        switch (jpeg.colour()) {
            case YCBCR, RGB -> Samples.copyRgb(raster(jpeg, READER.read(jpeg.bytes())), rgb);
            case GREY ->
                convert(jpeg, READER.read(jpeg.bytes()), rgb, (row, at, target, to) -> {
                    target[to] = (byte) row[at];
                    target[to + 1] = (byte) row[at];
                    target[to + 2] = (byte) row[at];
                });
            case CMYK -> convert(jpeg, READER.readStored(jpeg.bytes()), rgb, Cmyk::put);
            case YCCK -> convert(jpeg, READER.readStored(jpeg.bytes()), rgb, Cmyk::putYcck);
        }
    }

    private static void convert(JpegStream jpeg, Raster read, byte[] rgb, PixelConversion conversion) {
        Raster raster = raster(jpeg, read);
        int bands = raster.getNumBands();
        Samples.forEachRow(raster, (row, y) -> {
            int to = 3 * y * jpeg.size().width();
            for (int at = 0; at < row.length; at += bands) {
                conversion.put(row, at, rgb, to);
                to += 3;
            }
        });
    }

    private static Raster raster(JpegStream jpeg, Raster raster) {
        if (raster.getWidth() != jpeg.size().width()
                || raster.getHeight() != jpeg.size().height()) {
            throw InvalidImage.because("a JPEG file whose data has another size than its header");
        }
        return raster;
    }

    /** Turns the samples of one pixel into red, green and blue. */
    @FunctionalInterface
    private interface PixelConversion {
        void put(int[] row, int at, byte[] rgb, int to);
    }
}
