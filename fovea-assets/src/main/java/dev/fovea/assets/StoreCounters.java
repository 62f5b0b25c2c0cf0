package dev.fovea.assets;

/**
 * What a store did since it was opened.
 *
 * @param receivedImages images committed, repeated ones included
 * @param receivedBytes their encoded bytes
 * @param storedImages images written to disk
 * @param storedBytes their encoded bytes
 */
public record StoreCounters(long receivedImages, long receivedBytes, long storedImages, long storedBytes) {}
