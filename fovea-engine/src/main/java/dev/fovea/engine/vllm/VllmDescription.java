package dev.fovea.engine.vllm;

import dev.fovea.vision.PixelForm;
import java.util.List;
import java.util.Optional;

/**
 * What a handshake found out about a server.
 *
 * @param version as the server names it
 * @param model the model's name in requests
 * @param contextTokens longest prompt and completion together
 * @param features the form in which it takes our pixels; empty where that mode is not proven
 * @param evidence what says that this form is the right one
 * @param contentParts which pictures it opens exactly as we do
 * @param logprobs which distribution its log-probabilities belong to
 * @param weights what it tells of its weights
 * @param matched what agreed, in words
 * @param rejected what did not, and what differed first
 */
public record VllmDescription(
        String version,
        String model,
        int contextTokens,
        Optional<PixelForm> features,
        Evidence evidence,
        ContentParts contentParts,
        Logprobs logprobs,
        Weights weights,
        List<String> matched,
        List<String> rejected) {

    public VllmDescription {
        matched = List.copyOf(matched);
        rejected = List.copyOf(rejected);
    }

    /** What a form of pixels rests on. */
    public enum Evidence {
        /** Every byte of rendered probes was equal. */
        BYTES,
        /** A server that renders nothing answers alike to our pixels and to pictures that it opens, and otherwise to other forms. */
        LOGPROBS,
        /** The configuration states it; this server lets nobody find out. */
        CONFIGURATION,
        /** There is no form. */
        NONE
    }

    /** Which pictures may go as paths. */
    public enum ContentParts {
        /** Paths cannot be read, or the server's pixels are not ours. */
        NONE,
        /** Those that every loader reads alike. */
        PLAIN_PICTURES,
        /** All: the server's loader follows this run's decode policy. */
        ALL_PICTURES
    }

    /** How it can be proven which weights a server has. */
    public enum Weights {
        /** It names their version and hashes its tensors. */
        CHECKSUMS,
        /** It names their version. */
        VERSION,
        /** Not at all: it runs without the development mode, and takes no new weights. */
        NONE
    }

    /** Which distribution a server reports. */
    public enum Logprobs {
        /** The one that was sampled from, temperature and all. */
        PROCESSED,
        /** The model's own, before temperature and cuts: right at temperature 1 without cuts only. */
        RAW
    }
}
