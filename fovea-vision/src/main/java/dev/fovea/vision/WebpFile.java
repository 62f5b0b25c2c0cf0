package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/**
 * The chunks of a whole WebP file, checked as libwebp's demuxer checks them or stricter: it is what Pillow opens a file with.
 */
final class WebpFile {

    private static final int ANIMATION = 0x02;
    private static final int XMP = 0x04;
    private static final int EXIF = 0x08;
    private static final int ALPHA = 0x10;
    private static final int ALL_FLAGS = 0x3E;
    private static final int HEAD = 8;
    private static final int FIRST_CHUNK = 12;
    private static final int FRAME_HEAD = 16;

    private final Bytes bytes;
    private final ImageLimits limits;
    private final OrientationTags tags = new OrientationTags();

    private int flags;
    private ImageSize canvas;
    private boolean alpha;
    private boolean animationSeen;
    private boolean exifSeen;
    private boolean xmpSeen;
    private int frames;
    private Frame first;

    @SuppressWarnings("NullAway.Init") // canvas and first are set by the walk, which ends in an error otherwise
    private WebpFile(Bytes bytes, ImageLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
        this.canvas = WebpHeader.size(bytes, limits);
    }

    /**
     * A picture in the file.
     *
     * @param x where it lies on the canvas
     * @param y likewise
     * @param offset where its chunks begin, of which {@code length} bytes belong to it
     */
    record Frame(int x, int y, ImageSize size, int offset, int length) {}

    static WebpFile read(Bytes bytes, ImageLimits limits) {
        WebpFile file = new WebpFile(bytes, limits);
        file.walk();
        return file;
    }

    /** Whether the bytes are only the beginning of the file. */
    static boolean isCut(Bytes bytes) {
        return HEAD + bytes.u32le(4) > bytes.length();
    }

    ImageSize canvas() {
        return canvas;
    }

    /** Whether Pillow opens the file with alpha. */
    boolean alpha() {
        return alpha;
    }

    int frames() {
        return frames;
    }

    Frame first() {
        return first;
    }

    Orientation orientation() {
        return tags.read();
    }

    private void walk() {
        long end = HEAD + bytes.u32le(4);
        bytes.within(0, end);
        if (bytes.has(FIRST_CHUNK, "VP8X")) {
            extended((int) end);
        } else {
            int rest = still(FIRST_CHUNK, (int) end);
            // a chunk that follows is not read, but must be one
            if (rest < end) {
                next(rest, (int) end);
            }
        }
        if (frames == 0) {
            throw InvalidImage.because("a WebP file without a picture");
        }
        limits.requireFrames(frames);
    }

    private void extended(int end) {
        flags = bytes.u8(FIRST_CHUNK + HEAD);
        if (chunkBytes(FIRST_CHUNK, end) < 10 || (flags & ~ALL_FLAGS) != 0) {
            throw InvalidImage.because("a WebP file with a broken header");
        }
        alpha = (flags & ALPHA) != 0;
        int at = next(FIRST_CHUNK, end);
        for (int chunks = 1; at < end; chunks++) {
            limits.requireSegments(chunks);
            at = chunk(at, end);
        }
    }

    /** Reads a chunk behind the extended header; returns where the next one begins. */
    private int chunk(int at, int end) {
        int next = next(at, end);
        if (bytes.has(at, "ALPH") || bytes.has(at, "VP8 ") || bytes.has(at, "VP8L")) {
            return still(at, end);
        }
        if (bytes.has(at, "ANMF")) {
            frame(at, next);
        } else if (bytes.has(at, "ANIM")) {
            animationSeen = true;
        } else if (bytes.has(at, "EXIF") && (flags & EXIF) != 0 && !exifSeen) {
            exifSeen = true;
            tags.exif(bytes.slice(at + HEAD, chunkBytes(at, end)));
        } else if (bytes.has(at, "XMP ") && (flags & XMP) != 0 && !xmpSeen) {
            xmpSeen = true;
            tags.xmp(bytes.slice(at + HEAD, chunkBytes(at, end)));
        } else if (bytes.has(at, "VP8X")) {
            throw InvalidImage.because("a WebP file with two headers");
        }
        return next;
    }

    /** The only picture of a file without animation, behind its alpha chunk if it has one. */
    private int still(int at, int end) {
        boolean behindAlpha = bytes.has(at, "ALPH");
        if ((flags & ANIMATION) != 0 || animationSeen || frames > 0) {
            throw InvalidImage.because("a WebP file with a picture in the wrong place");
        }
        int image = behindAlpha ? next(at, end) : at;
        WebpHeader.Stream stream = WebpHeader.stream(bytes, image, chunkBytes(image, end), limits);
        if (!stream.size().equals(canvas) || (behindAlpha && stream.lossless())) {
            throw InvalidImage.because("a WebP file whose picture does not fit its canvas");
        }
        // as libwebp's WebPGetFeatures: a lossless stream says it itself
        boolean extended = bytes.has(FIRST_CHUNK, "VP8X");
        int begin = behindAlpha && (flags & ALPHA) != 0 ? at : image;
        alpha = stream.lossless() ? stream.alpha() : alpha || (behindAlpha && extended);
        int next = next(image, end);
        add(new Frame(0, 0, stream.size(), begin, next - begin));
        return next;
    }

    private void frame(int at, int end) {
        int body = at + HEAD;
        if (!animationSeen || end - body < FRAME_HEAD) {
            throw InvalidImage.because("a WebP file with a broken frame");
        }
        if ((flags & ANIMATION) == 0) {
            throw InvalidImage.because("a WebP file with frames and without animation");
        }
        int x = 2 * bytes.u24le(body);
        int y = 2 * bytes.u24le(body + 3);
        ImageSize size = limits.require(1L + bytes.u24le(body + 6), 1L + bytes.u24le(body + 9));
        int begin = body + FRAME_HEAD;
        boolean behindAlpha = bytes.has(begin, "ALPH");
        int image = behindAlpha ? next(begin, end) : begin;
        WebpHeader.Stream stream = WebpHeader.stream(bytes, image, chunkBytes(image, end), limits);
        boolean fits = x + (long) size.width() <= canvas.width() && y + (long) size.height() <= canvas.height();
        if (!fits || !stream.size().equals(size) || (behindAlpha && stream.lossless()) || next(image, end) != end) {
            throw InvalidImage.because("a WebP file with a frame that does not fit its canvas");
        }
        add(new Frame(x, y, size, begin, end - begin));
    }

    private void add(Frame frame) {
        if (frames == 0) {
            first = frame;
        }
        frames++;
    }

    /** Bytes of a chunk without head and padding, all of them before {@code end}. */
    private int chunkBytes(int at, int end) {
        long length = bytes.u32le(at + 4);
        if (at + HEAD + length + (length & 1) > end) {
            throw InvalidImage.because("a WebP file with a chunk that ends beyond it");
        }
        return (int) length;
    }

    private int next(int at, int end) {
        int length = chunkBytes(at, end);
        return at + HEAD + length + (length & 1);
    }
}
