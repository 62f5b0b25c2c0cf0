package dev.fovea.chat;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A renderer out of a family's template and parser. */
public final class TemplateRenderer implements Renderer {

    private final Tokenizer tokenizer;
    private final ChatTemplate template;
    private final CompletionParser parser;
    private final TurnBridge bridge;

    /**
     * A renderer.
     *
     * @param imagePad the id that fills an image's place; empty in families without images
     */
    public TemplateRenderer(Tokenizer tokenizer, ChatTemplate template, CompletionParser parser, OptionalInt imagePad) {
        this.tokenizer = tokenizer;
        this.template = template;
        this.parser = parser;
        this.bridge = new TurnBridge(tokenizer, template, parser, imagePad);
    }

    @Override
    public RenderedTokens renderPrompt(Conversation conversation) {
        TokenEmitter out = rendered(conversation);
        template.generationPrompt(out);
        return out.finish(conversation.messages());
    }

    @Override
    public RenderedTokens renderFinished(Conversation conversation) {
        return rendered(conversation).finish(conversation.messages());
    }

    private TokenEmitter rendered(Conversation conversation) {
        if (conversation.messages().isEmpty()) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST, "the conversation has no messages", "send at least one message");
        }
        TokenEmitter out = new TokenEmitter(tokenizer);
        template.conversation(conversation, out);
        return out;
    }

    @Override
    public Bridge bridge(
            ExpandedIds previousPrompt,
            TokenIds previousCompletion,
            MultiModalData previousImages,
            List<Message> newMessages) {
        return bridge.extend(previousPrompt, previousCompletion, previousImages, newMessages);
    }

    @Override
    public ParsedCompletion parse(ExpandedIds prompt, TokenIds completion, List<JsonNode> tools) {
        return parser.parse(prompt.ids(), completion, tools);
    }

    @Override
    public CompletionStream stream(ExpandedIds prompt, List<JsonNode> tools) {
        return new CompletionStream(parser, prompt.ids(), tools);
    }

    @Override
    public Set<Integer> stopTokenIds() {
        return parser.markers().stops();
    }

    @Override
    public ThinkingPolicy thinking() {
        return template.thinking();
    }
}
