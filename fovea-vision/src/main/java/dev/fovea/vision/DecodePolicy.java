package dev.fovea.vision;

import dev.fovea.contract.ImageSize;

/** Which RGB picture an encoded image means: loaders differ over rotation and transparency. */
public enum DecodePolicy {
    /** Pillow's bare {@code convert("RGB")} pixels: no rotation, hidden colours kept. The default. */
    PLAIN("plain", false),
    /** Rotated as the EXIF orientation says, then like {@link #PLAIN}. */
    EXIF("exif", true),
    /** Transparency composited on white, no rotation. */
    WHITE("white", false),
    /** {@code convert_to_rgb} of transformers 5.19: alpha dropped, the same pixels as {@link #PLAIN}. */
    TRANSFORMERS_5_19("transformers-5.19", false),
    /** {@code convert_to_rgb} of transformers 5.24 on the opened picture: every kind of transparency on white. */
    TRANSFORMERS_5_24("transformers-5.24", false),
    /**
     * The same on a picture that the caller converted to RGB first: alpha is dropped by then, but a single transparent colour is
     * still known and turns white.
     */
    TRANSFORMERS_5_24_CONVERTED("transformers-5.24-converted", false),
    /** vLLM's own loader: rotated, alpha on white, a colour key of an RGB picture left alone. */
    VLLM("vllm", true);

    private final String id;
    private final boolean rotates;

    DecodePolicy(String id, boolean rotates) {
        this.id = id;
        this.rotates = rotates;
    }

    /** The name in settings and, behind the reference decoder's, in processor fingerprints. */
    public String id() {
        return id;
    }

    /** Names reference decoder and policy in processor fingerprints: every proven build gives the same bytes. */
    public String identity() {
        return "pillow-13/" + id;
    }

    /** The size of what {@link #load} gives. */
    ImageSize size(ImageSize stored, Orientation orientation) {
        return rotates ? orientation.turned(stored) : stored;
    }

    /**
     * The picture that this policy's loader makes.
     *
     * @throws dev.fovea.contract.error.RequestException {@code invalid_image}
     */
    RgbImage load(ParsedImage image) {
        if (this == EXIF && image.orientation() == Orientation.UNREADABLE) {
            throw InvalidImage.because("an image whose EXIF data cannot be read");
        }
        RgbImage stored = stored(image);
        return rotates ? image.orientation().turned(stored) : stored;
    }

    private RgbImage stored(ParsedImage image) {
        Transparency transparency = image.transparency();
        Canvas canvas = composites() && transparency.inPixels()
                ? Canvas.withAlpha(image.size())
                : Canvas.ofColours(image.size());
        image.paint(canvas);
        canvas.compositeOnWhite();
        int key = whiteKey(transparency);
        if (key != Transparency.NO_COLOUR) {
            canvas.whiten(key);
        }
        return new RgbImage(canvas.size(), canvas.rgb());
    }

    private boolean composites() {
        return switch (this) {
            case WHITE, TRANSFORMERS_5_24, VLLM -> true;
            case PLAIN, EXIF, TRANSFORMERS_5_19, TRANSFORMERS_5_24_CONVERTED -> false;
        };
    }

    private int whiteKey(Transparency transparency) {
        return switch (this) {
            case WHITE, TRANSFORMERS_5_24 -> transparency.key();
            case VLLM ->
                transparency.carrier() == Transparency.Carrier.COLOUR_KEY ? Transparency.NO_COLOUR : transparency.key();
            case TRANSFORMERS_5_24_CONVERTED -> transparency.keyOnceConverted();
            case PLAIN, EXIF, TRANSFORMERS_5_19 -> Transparency.NO_COLOUR;
        };
    }
}
