package dev.fovea.gateway;

import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.ParsedToolCall;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.ToolCall;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.Engine;
import dev.fovea.engine.FinishReason;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.trace.CallFacts;
import dev.fovea.trace.DemonstrationTokens;
import dev.fovea.trace.PendingTurn;
import dev.fovea.trace.TokensDigest;
import dev.fovea.trace.Trace;
import dev.fovea.trace.TurnTokens;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntSupplier;

/** One turn, from a conversation to a committed answer. Nothing is recorded unless all of it is. */
final class TurnRunner {

    private final Renderer renderer;
    private final Engine engine;
    private final ProofLedger proofs;
    private final Set<Integer> bannedIds;

    TurnRunner(Renderer renderer, Engine engine, ProofLedger proofs, Set<Integer> bannedIds) {
        this.bannedIds = bannedIds;
        this.renderer = renderer;
        this.engine = engine;
        this.proofs = proofs;
    }

    /** Samples the next message of a conversation and commits it. */
    ChatAnswer run(Session session, ChatRequest request) throws InterruptedException {
        Instant start = Instant.now();
        Trace trace = session.trace();
        PendingTurn turn = trace.prepare(RecordedMessages.of(request.conversation()));
        TurnPrompt prompt = TurnPrompt.make(renderer, request.conversation(), turn);
        Completion completion = engine.generate(generateRequest(session, request, prompt));
        ParsedCompletion parsed = renderer.parse(
                prompt.ids(), completion.ids(), request.conversation().tools());
        Message.AssistantMessage reply = reply(parsed);
        String finish = finishReason(completion.finishReason(), parsed);
        CallFacts facts = new CallFacts(
                finish,
                parsed.sampledVisionTokens(),
                bannedIds,
                prompt.bridged(),
                prompt.bridgeRefusal(),
                start,
                Instant.now());
        counted(() -> trace.commit(turn, tokens(prompt, completion), RecordedMessages.of(reply), facts));
        return new ChatAnswer(
                trace.header().model(),
                reply,
                finish,
                prompt.ids().size(),
                completion.ids().size(),
                start);
    }

    /** Records a conversation that holds its own answers; returns how many tokens are to be learned. */
    int demonstrate(Session session, Conversation conversation) {
        if (!(conversation.messages().getLast() instanceof Message.AssistantMessage)) {
            throw JsonFields.invalid(
                    "the last message of a demonstration is not the assistant's", "end with the right answer");
        }
        RenderedTokens rendered = renderer.renderFinished(conversation);
        DemonstrationTokens tokens = new DemonstrationTokens(
                RecordedMessages.of(conversation),
                rendered.ids(),
                TurnPrompt.ends(rendered, conversation.messages().size(), 0),
                rendered.sampled(),
                rendered.content(),
                marked(rendered.images(), List.of()));
        return counted(() -> session.trace().demonstrate(tokens));
    }

    /** A trace that refuses tokens, because they fit no message, has found a violation. */
    private int counted(IntSupplier taking) {
        try {
            return taking.getAsInt();
        } catch (IdentityException e) {
            proofs.countViolation(e);
            throw e;
        }
    }

    private GenerateRequest generateRequest(Session session, ChatRequest request, TurnPrompt prompt) {
        int room = engine.describe().contextTokens() - prompt.ids().size();
        if (room < 1) {
            throw new RequestException(
                    ErrorCode.PROMPT_TOO_LONG,
                    "the prompt has " + prompt.ids().size() + " tokens, the model's context holds "
                            + engine.describe().contextTokens(),
                    "shorten the history or use fewer or smaller images");
        }
        RequestedSampling requested = session.sampling().orElse(request.sampling());
        return new GenerateRequest(
                UUID.randomUUID().toString(),
                session.trace().header().id(),
                prompt.ids(),
                prompt.images(),
                requested.parameters(session.nextTurn(), room).withBannedIds(bannedIds),
                renderer.stopTokenIds());
    }

    private static TurnTokens tokens(TurnPrompt prompt, Completion completion) {
        return new TurnTokens(
                prompt.ids(),
                prompt.messageEnds(),
                prompt.content(),
                marked(prompt.images(), completion.echo().pixels()),
                completion.ids(),
                completion.logprobs(),
                completion.weightSpans(),
                TokensDigest.of(completion.echo().prompt().ids(), completion.ids()));
    }

    /**
     * Where each image stood and what the engine made of it go with the image, so that the trainer can compare.
     *
     * @param pixels empty where no engine tells
     */
    private static MultiModalData marked(MultiModalData images, List<PixelDigest> pixels) {
        List<SidecarImage> marked = new ArrayList<>();
        for (int i = 0; i < images.images().size(); i++) {
            SidecarImage image = images.images().get(i);
            RawImageDescriptor item = image.item()
                    .withExtra(
                            RawImageDescriptor.PROMPT_OFFSET,
                            image.placeholder().offset());
            marked.add(new SidecarImage(
                    pixels.isEmpty()
                            ? item
                            : item.withExtra(
                                    RawImageDescriptor.ENGINE_PIXELS,
                                    pixels.get(i).hex()),
                    image.hash(),
                    image.placeholder()));
        }
        return new MultiModalData(marked);
    }

    private static String finishReason(FinishReason reason, ParsedCompletion parsed) {
        boolean calls = parsed.toolCalls().stream().anyMatch(call -> call.status() == ParsedToolCall.Status.OK);
        return reason == FinishReason.STOP && calls
                ? "tool_calls"
                : reason.name().toLowerCase(Locale.ROOT);
    }

    /** Calls without a name cannot be answered; every other attempt is handed on. */
    private static Message.AssistantMessage reply(ParsedCompletion parsed) {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = 0; i < parsed.toolCalls().size(); i++) {
            ParsedToolCall call = parsed.toolCalls().get(i);
            if (call.name() != null) {
                calls.add(new ToolCall("call_" + i, call.name(), call.arguments() == null ? "{}" : call.arguments()));
            }
        }
        return new Message.AssistantMessage(parsed.content(), parsed.reasoning(), calls);
    }
}
