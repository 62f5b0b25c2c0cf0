package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** A BMP picture; its rows need no library. */
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
    public Orientation orientation() {
        return Orientation.UPRIGHT;
    }

    @Override
    public Transparency transparency() {
        boolean alpha = header.depth() == 32 && header.channels().alpha() != BmpHeader.Channels.NO_ALPHA;
        return alpha ? Transparency.CHANNEL : Transparency.NONE;
    }

    @Override
    public void paint(Canvas canvas) {
        byte[] indices = header.runs() ? BmpRuns.decode(bytes, header) : new byte[0];
        int width = size().width();
        int height = size().height();
        for (int y = 0; y < height; y++) {
            int stored = header.topDown() ? y : height - 1 - y;
            for (int x = 0; x < width; x++) {
                if (header.runs()) {
                    putIndex(indices[stored * width + x] & 0xFF, canvas, y * width + x);
                } else {
                    put(header.pixels() + header.stride() * stored, x, canvas, y * width + x);
                }
            }
        }
    }

    private void put(int row, int x, Canvas canvas, int pixel) {
        switch (header.depth()) {
            case 1, 4, 8 -> putPacked(row, x, canvas, pixel);
            case 16 -> put16(bytes.u16le(row + 2 * x), canvas.rgb(), 3 * pixel);
            default -> putBytes(row + x * header.depth() / 8, canvas, pixel);
        }
    }

    private void putBytes(int at, Canvas canvas, int pixel) {
        byte[] from = bytes.array();
        BmpHeader.Channels channels = header.channels();
        canvas.rgb()[3 * pixel] = from[at + channels.red()];
        canvas.rgb()[3 * pixel + 1] = from[at + channels.green()];
        canvas.rgb()[3 * pixel + 2] = from[at + channels.blue()];
        byte[] alpha = canvas.alpha();
        if (alpha != null && channels.alpha() != BmpHeader.Channels.NO_ALPHA) {
            alpha[pixel] = from[at + channels.alpha()];
        }
    }

    private void putPacked(int row, int x, Canvas canvas, int pixel) {
        int perByte = 8 / header.depth();
        int shift = 8 - header.depth() * (1 + x % perByte);
        putIndex((bytes.u8(row + x / perByte) >> shift) & ((1 << header.depth()) - 1), canvas, pixel);
    }

    private void putIndex(int index, Canvas canvas, int pixel) {
        if (index >= header.colours()) {
            throw InvalidImage.because("a BMP file that uses colour " + index + " of " + header.colours());
        }
        palette.put(index, canvas.rgb(), 3 * pixel);
    }

    private void put16(int pixel, byte[] rgb, int to) {
        int greenLevels = (1 << header.greenBits()) - 1;
        rgb[to] = (byte) (((pixel >> (5 + header.greenBits())) & 31) * 255 / 31);
        rgb[to + 1] = (byte) (((pixel >> 5) & greenLevels) * 255 / greenLevels);
        rgb[to + 2] = (byte) ((pixel & 31) * 255 / 31);
    }
}
