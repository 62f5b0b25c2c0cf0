package dev.fovea.vision;

import dev.fovea.contract.error.ErrorCode;
import java.util.Map;

/**
 * What a materialiser did so far, and what it does now.
 *
 * @param hits requests whose pixels were there or being made
 * @param misses requests that made pixels
 * @param evictions finished patches that gave way to others
 * @param readBytes bytes of files that were read and hashed
 * @param madeBytes bytes of patches that were made
 * @param decodeNanos time spent decoding, over all threads
 * @param processNanos time spent resizing and cutting, over all threads
 * @param admittedBytes bytes that work holds now
 * @param waiting how much work waits for bytes now
 * @param failures requests that failed, by their code
 */
public record MaterializerCounters(
        long hits,
        long misses,
        long evictions,
        long readBytes,
        long madeBytes,
        long decodeNanos,
        long processNanos,
        long admittedBytes,
        int waiting,
        Map<ErrorCode, Long> failures) {

    public MaterializerCounters {
        failures = Map.copyOf(failures);
    }
}
