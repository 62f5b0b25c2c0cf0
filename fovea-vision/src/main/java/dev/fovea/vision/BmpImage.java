package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** An uncompressed BMP picture; its rows need no library. */
final class BmpImage implements ParsedImage {

    private final BmpHeader header;
    private final Bytes bytes;
    private final Palette palette;

    private BmpImage(BmpHeader header, Bytes bytes, Palette palette) {
        this.header = header;
        this.bytes = bytes;
        this.palette = palette;
    }

    static BmpImage parse(Bytes bytes, ImageLimits limits) {
        BmpHeader header = BmpHeader.read(bytes, limits);
        Palette palette = Palette.read(bytes.array(), header.palette(), header.colours(), header.colourBytes(), 2, 0);
        boolean grey = header.colours() == 2 ? palette.isBlackAndWhite() : palette.isIdentity();
        if (header.depth() <= 8 && grey && header.depth() != (header.colours() == 2 ? 1 : 8)) {
            throw InvalidImage.unsupported("BMP with a grey ramp of " + header.colours() + " colours");
        }
        return new BmpImage(header, bytes, palette);
    }

    @Override
    public ImageKind kind() {
        return ImageKind.BMP;
    }

    @Override
    public ImageSize size() {
        return header.size();
    }

    @Override
    public RgbImage decode() {
        byte[] rgb = new byte[Math.toIntExact(3 * size().pixels())];
        int height = size().height();
        for (int y = 0; y < height; y++) {
            int row = header.pixels() + header.stride() * (header.topDown() ? y : height - 1 - y);
            for (int x = 0; x < size().width(); x++) {
                put(row, x, rgb, 3 * (y * size().width() + x));
            }
        }
        return new RgbImage(size(), rgb);
    }

    private void put(int row, int x, byte[] rgb, int to) {
        switch (header.depth()) {
            case 1, 4, 8 -> putIndexed(row, x, rgb, to);
            case 16 -> put16(bytes.u16le(row + 2 * x), rgb, to);
            default -> {
                int at = row + header.depth() / 8 * x;
                rgb[to] = bytes.array()[at + 2];
                rgb[to + 1] = bytes.array()[at + 1];
                rgb[to + 2] = bytes.array()[at];
            }
        }
    }

    private void putIndexed(int row, int x, byte[] rgb, int to) {
        int perByte = 8 / header.depth();
        int shift = 8 - header.depth() * (1 + x % perByte);
        int index = (bytes.u8(row + x / perByte) >> shift) & ((1 << header.depth()) - 1);
        if (index >= header.colours()) {
            throw InvalidImage.because("a BMP file that uses colour " + index + " of " + header.colours());
        }
        palette.put(index, rgb, to);
    }

    private void put16(int pixel, byte[] rgb, int to) {
        int greenLevels = (1 << header.greenBits()) - 1;
        rgb[to] = (byte) (((pixel >> (5 + header.greenBits())) & 31) * 255 / 31);
        rgb[to + 1] = (byte) (((pixel >> 5) & greenLevels) * 255 / greenLevels);
        rgb[to + 2] = (byte) ((pixel & 31) * 255 / 31);
    }
}
