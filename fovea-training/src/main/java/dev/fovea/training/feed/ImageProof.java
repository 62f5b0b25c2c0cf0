package dev.fovea.training.feed;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.IdentityException;
import java.util.Optional;
import java.util.function.Supplier;

/** Counts what is proven of images while their pixels are made. */
final class ImageProof {

    private final ProofLedger proofs;

    ImageProof(ProofLedger proofs) {
        this.proofs = proofs;
    }

    /** Pixels were made: their source proved the file and its layout, or it would have thrown. */
    void made() {
        proofs.check(Proof.ASSET_BYTES, true);
        proofs.check(Proof.LAYOUT, true);
    }

    /** Work that proves for itself: what it finds is counted too. */
    <T> T counted(Supplier<T> work) {
        try {
            return work.get();
        } catch (FoveaException e) {
            throw counted(e);
        }
    }

    /** A fault that was found elsewhere, counted. */
    FoveaException counted(FoveaException found) {
        proofs.countViolation(found);
        return found;
    }

    /**
     * Compares with the engine's pixels, where it told them.
     *
     * @throws IdentityException {@code pixel_mismatch}
     */
    void provePixels(ImageRef image, Supplier<String> digest) {
        Optional<String> engine = ImageFacts.enginePixels(image);
        if (engine.isPresent() && !proofs.check(Proof.PIXELS, engine.get().equals(digest.get()))) {
            throw new IdentityException(
                    ErrorCode.PIXEL_MISMATCH,
                    "pixels of " + image.item().rawImageUri() + " differ between engine and trainer",
                    "give both sides the same preprocessor settings and decoder; see the processor fingerprints");
        }
    }
}
