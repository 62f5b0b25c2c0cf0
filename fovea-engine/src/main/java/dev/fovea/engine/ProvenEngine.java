package dev.fovea.engine;

import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.AnswerMismatchException;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.wire.MmRef;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * An engine whose every request and answer is checked. Stock servers accept pads without images, spans at the wrong place and
 * ids expanded twice without a word (measured); behind this class none of them passes.
 */
public final class ProvenEngine implements Engine {

    private final Engine engine;
    private final PromptProof prompts;
    private final ProofLedger proofs;
    private final LongAdder referenceBytes = new LongAdder();
    private final SeenPixels seen = new SeenPixels();

    /**
     * Wraps an engine.
     *
     * @param imagePad the family's pad id
     */
    public ProvenEngine(Engine engine, int imagePad, ProofLedger proofs) {
        this.engine = engine;
        this.prompts = new PromptProof(imagePad, proofs);
        this.proofs = proofs;
    }

    @Override
    public EngineDescription describe() {
        return engine.describe();
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        prompts.spans(request.prompt(), request.images());
        List<String> references = request.images().images().stream()
                .map(image -> MmRef.of(image.item(), image.hash()).encode())
                .toList();
        references.forEach(reference -> referenceBytes.add(reference.length()));
        Completion completion = ask(request);
        prompts.echo(request.prompt(), request.images(), completion.echo());
        provePixels(references, completion.echo().pixels());
        proveCounts(completion);
        return completion;
    }

    /** An engine that proves for itself, as the embedded one does, finds violations too. */
    private Completion ask(GenerateRequest request) throws InterruptedException {
        try {
            return engine.generate(request);
        } catch (FoveaException e) {
            proofs.countViolation(e);
            throw e;
        }
    }

    /** Bytes of the references that stood for images in all requests so far: all that an engine is given of a picture. */
    public long referenceBytes() {
        return referenceBytes.sum();
    }

    private void provePixels(List<String> references, List<PixelDigest> pixels) {
        for (int i = 0; i < pixels.size(); i++) {
            if (!proofs.check(Proof.PIXELS, seen.agree(references.get(i), pixels.get(i)))) {
                throw new AnswerMismatchException(
                        ErrorCode.PIXEL_MISMATCH,
                        "the engine made other pixels of image " + i + " of the prompt than it did before",
                        "one reference has one picture; check the engine's cache and preprocessor settings");
            }
        }
    }

    private static void proveCounts(Completion completion) {
        int ids = completion.ids().size();
        int logprobs = completion.logprobs().size();
        if (ids != logprobs) {
            throw malformed(ids + " sampled ids but " + logprobs + " logprobs");
        }
        if (ids == 0) {
            throw malformed("no sampled id");
        }
        if (completion.weightSpans().tokens() != ids) {
            throw malformed(ids + " sampled ids and weight versions of "
                    + completion.weightSpans().tokens());
        }
        for (int i = 0; i < ids; i++) {
            double logprob = completion.logprobs().get(i);
            if (!Double.isFinite(logprob) || logprob > 1e-6) {
                throw malformed("logprob " + logprob + " at position " + i);
            }
        }
    }

    private static EngineException malformed(String what) {
        return new EngineException(
                ErrorCode.MALFORMED_ENGINE_ANSWER, "the engine's answer holds " + what, "the turn may be tried again");
    }

    @Override
    public void loadWeights(Path checkpoint, WeightVersion version) throws InterruptedException {
        engine.loadWeights(checkpoint, version);
    }

    @Override
    public boolean knowsItsWeights() {
        return engine.knowsItsWeights();
    }

    @Override
    public void close() {
        engine.close();
    }
}
