package dev.fovea.engine.vllm;

import dev.fovea.vision.PixelForm;

/** A way of finding out in which form a server takes a picture's pixels. */
interface PixelEvidence {

    Outcome compare(ProbePicture picture) throws InterruptedException;

    /** What one picture showed. */
    sealed interface Outcome {

        /** The server's pixels are ours in this form. */
        record Equal(PixelForm form) implements Outcome {}

        /**
         * They are ours in no form.
         *
         * @param difference what differed first
         */
        record Differs(String difference) implements Outcome {}

        /**
         * Nothing can be said.
         *
         * @param reason what kept the server from telling
         */
        record Unknown(String reason) implements Outcome {}
    }
}
