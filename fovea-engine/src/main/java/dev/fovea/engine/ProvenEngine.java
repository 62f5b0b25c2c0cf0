package dev.fovea.engine;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.WeightVersion;
import dev.fovea.contract.error.EngineException;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.wire.MmRef;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/**
 * An engine whose every request and answer is checked. Stock servers accept pads without images, spans at the wrong place and
 * ids expanded twice without a word (measured); behind this class none of them passes.
 */
public final class ProvenEngine implements Engine {

    private final Engine engine;
    private final int imagePad;
    private final ProofLedger proofs;
    private final LongAdder referenceBytes = new LongAdder();

    /**
     * Wraps an engine.
     *
     * @param imagePad the family's pad id
     */
    public ProvenEngine(Engine engine, int imagePad, ProofLedger proofs) {
        this.engine = engine;
        this.imagePad = imagePad;
        this.proofs = proofs;
    }

    @Override
    public EngineDescription describe() {
        return engine.describe();
    }

    @Override
    public Completion generate(GenerateRequest request) throws InterruptedException {
        proveSpans(request);
        request.images()
                .images()
                .forEach(image -> referenceBytes.add(
                        MmRef.of(image.item(), image.hash()).encode().length()));
        Completion completion = engine.generate(request);
        proveEcho(request, completion.echo());
        proveCounts(completion);
        return completion;
    }

    /** Bytes of the references that stood for images in all requests so far: all that an engine is given of a picture. */
    public long referenceBytes() {
        return referenceBytes.sum();
    }

    private void proveSpans(GenerateRequest request) {
        for (SidecarImage image : request.images().images()) {
            if (!proofs.check(Proof.PLACEHOLDERS, isRunOfPads(request.prompt(), image.placeholder()))) {
                PlaceholderRange range = image.placeholder();
                throw new IdentityException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "tokens " + range.offset() + " to " + range.end()
                                + " of the prompt are not the pads of one image",
                        "render the prompt again; this one was not sent");
            }
        }
    }

    private boolean isRunOfPads(ExpandedIds prompt, PlaceholderRange range) {
        return range.end() <= prompt.size()
                && prompt.ids().slice(range.offset(), range.end()).stream().allMatch(id -> id == imagePad);
    }

    private void proveEcho(GenerateRequest request, PromptEcho echo) {
        int difference = request.prompt().ids().mismatch(echo.prompt().ids());
        if (!proofs.check(Proof.PROMPT_IDS, difference < 0)) {
            throw new IdentityException(
                    ErrorCode.TOKEN_MISMATCH,
                    "the engine's prompt differs from ours from token " + difference + " on",
                    "an engine that rewrites prompts cannot be trained on; check its version and flags");
        }
        boolean equal = request.images().placeholders().equals(echo.placeholders())
                && (echo.pixels().isEmpty()
                        || echo.pixels().size() == request.images().images().size());
        if (!proofs.check(Proof.PLACEHOLDERS, equal)) {
            throw new IdentityException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "the engine placed " + echo.placeholders().size() + " images, not as the prompt does",
                    "check the engine's version and flags");
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
    public void close() {
        engine.close();
    }
}
