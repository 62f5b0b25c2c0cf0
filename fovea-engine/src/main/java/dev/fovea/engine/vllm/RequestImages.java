package dev.fovea.engine.vllm;

import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.engine.vllm.VllmDescription.ContentParts;
import dev.fovea.vision.ImageDecoder;
import dev.fovea.vision.ProvenImage;
import dev.fovea.vision.ReferenceProof;
import java.util.ArrayList;
import java.util.List;

/**
 * The files behind a request's references, proven now.
 *
 * @param files full hashes, in prompt order
 * @param plain whether every loader reads all of them alike
 */
record RequestImages(List<ImageHash> files, boolean plain) {

    RequestImages {
        files = List.copyOf(files);
    }

    static RequestImages proven(MultiModalData images, ReferenceProof proof, ImageDecoder decoder) {
        List<ImageHash> files = new ArrayList<>();
        boolean plain = true;
        for (SidecarImage image : images.images()) {
            ProvenImage proven = proof.prove(image.item(), image.hash());
            requirePads(image, proven.layout().placeholderLength());
            files.add(proven.file().hash());
            // by structure, not by header alone: loaders differ in how much of a broken file they take for a picture
            plain &= decoder.check(proven.file().bytes()).plain();
        }
        return new RequestImages(files, plain);
    }

    private static void requirePads(SidecarImage image, int pads) {
        PlaceholderRange range = image.placeholder();
        if (range.length() != pads) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "%s fills %d pads, and the prompt has %d for it"
                            .formatted(image.item().rawImageUri(), pads, range.length()),
                    "render the prompt again; this one was not sent");
        }
    }

    /** Whether the server opens all of them as this side does. */
    boolean mayGoAsPaths(ContentParts proven) {
        return switch (proven) {
            case NONE -> false;
            case PLAIN_PICTURES -> plain;
            case ALL_PICTURES -> true;
        };
    }
}
