package dev.fovea.bench;

import java.nio.file.Path;

/**
 * Where the reference is.
 *
 * @param python an interpreter with prime-rl's and verifiers' dependencies
 * @param primeRl a checkout of prime-rl
 * @param verifiers a checkout of verifiers
 * @param mmStore a folder with {@code mm_store_f3.py}: {@code renderers/mm_store.py}, which no released package has
 */
public record TrainingPeer(Path python, Path primeRl, Path verifiers, Path mmStore) {}
