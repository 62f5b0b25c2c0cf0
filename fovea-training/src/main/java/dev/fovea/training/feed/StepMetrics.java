package dev.fovea.training.feed;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a rank's feed did for one step, or for one batch of it.
 *
 * @param batches micro-batches
 * @param tokens of them, padding included
 * @param trainedTokens where the loss mask is true, after samples with missing images were cleared
 * @param pixelBytes of pixel tensors
 * @param materializeSeconds spent in making pixels, failures included; on a thread beside the trainer
 * @param images what became of references
 */
public record StepMetrics(
        long batches, long tokens, long trainedTokens, long pixelBytes, double materializeSeconds, ImageCounts images) {

    /** Of a step without rows, and of loaders that make up their data: every metric is there, and 0. */
    public static final StepMetrics NONE = new StepMetrics(0, 0, 0, 0, 0, ImageCounts.NONE);

    /** Both together. */
    public StepMetrics plus(StepMetrics other) {
        return new StepMetrics(
                batches + other.batches,
                tokens + other.tokens,
                trainedTokens + other.trainedTokens,
                pixelBytes + other.pixelBytes,
                materializeSeconds + other.materializeSeconds,
                images.plus(other.images));
    }

    /** Names, as monitors show them, and values; the same names for text and for images. */
    public Map<String, Number> named() {
        Map<String, Number> named = new LinkedHashMap<>();
        named.put("time/mm_materialize", materializeSeconds);
        named.put("mm/images_materialized", images.materialized());
        named.put("mm/images_placeholdered", images.placeholdered());
        named.put("mm/images_missing", images.missing());
        named.put("mm/pixel_bytes", pixelBytes);
        named.put("feed/micro_batches", batches);
        named.put("feed/tokens", tokens);
        named.put("feed/trained_tokens", trainedTokens);
        return named;
    }
}
