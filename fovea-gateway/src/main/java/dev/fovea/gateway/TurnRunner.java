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
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
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
import java.util.UUID;

/** One turn, from a conversation to a committed answer. Nothing is recorded unless all of it is. */
final class TurnRunner {

    private final Renderer renderer;
    private final Engine engine;

    TurnRunner(Renderer renderer, Engine engine) {
        this.renderer = renderer;
        this.engine = engine;
    }

    /** Samples the next message of a conversation and commits it. */
    ChatAnswer run(Session session, ChatRequest request) throws InterruptedException {
        Instant start = Instant.now();
        Trace trace = session.trace();
        PendingTurn turn = trace.prepare(RecordedMessages.of(request.conversation()));
        TurnPrompt prompt = TurnPrompt.make(renderer, request.conversation(), turn);
        Completion completion = engine.generate(generateRequest(session, request, prompt));
        ParsedCompletion parsed = renderer.parse(prompt.ids(), completion.ids());
        Message.AssistantMessage reply = reply(parsed);
        String finish = finishReason(completion.finishReason(), parsed);
        trace.commit(
                turn,
                tokens(prompt, completion),
                RecordedMessages.of(reply),
                new CallFacts(
                        finish,
                        parsed.sampledVisionTokens(),
                        prompt.bridged(),
                        prompt.bridgeRefusal(),
                        start,
                        Instant.now()));
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
        return session.trace()
                .demonstrate(new DemonstrationTokens(
                        RecordedMessages.of(conversation),
                        rendered.ids(),
                        TurnPrompt.ends(rendered, conversation.messages().size(), 0),
                        rendered.sampled(),
                        rendered.content(),
                        rendered.images()));
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
        SamplingWishes wishes = session.sampling().orElse(request.sampling());
        return new GenerateRequest(
                UUID.randomUUID().toString(),
                session.trace().header().id(),
                prompt.ids(),
                prompt.images(),
                wishes.parameters(session.trace().sampledTurns(), room),
                renderer.stopTokenIds());
    }

    private static TurnTokens tokens(TurnPrompt prompt, Completion completion) {
        return new TurnTokens(
                prompt.ids(),
                prompt.messageEnds(),
                prompt.content(),
                withEnginePixels(prompt.images(), completion.echo().pixels()),
                completion.ids(),
                completion.logprobs(),
                completion.weights(),
                TokensDigest.of(completion.echo().prompt().ids(), completion.ids()));
    }

    /** What the engine made of each image goes with the image, so that the trainer can compare. */
    private static MultiModalData withEnginePixels(MultiModalData images, List<PixelDigest> pixels) {
        if (pixels.isEmpty()) {
            return images;
        }
        List<SidecarImage> marked = new ArrayList<>();
        for (int i = 0; i < images.images().size(); i++) {
            SidecarImage image = images.images().get(i);
            marked.add(new SidecarImage(
                    image.item()
                            .withExtra(
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
