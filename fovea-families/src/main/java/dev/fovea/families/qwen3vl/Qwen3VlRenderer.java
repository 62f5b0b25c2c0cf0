package dev.fovea.families.qwen3vl;

import dev.fovea.chat.Bridge;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.ParsedCompletion;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.TokenEmitter;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Set;

/** Messages of Qwen3-VL Instruct to ids and back. */
public final class Qwen3VlRenderer implements Renderer {

    private final Tokenizer tokenizer;
    private final Qwen3VlSettings settings;
    private final Qwen3VlTokens tokens;
    private final Qwen3VlBridge bridge;
    private final Qwen3VlParser parser;

    /**
     * A renderer over a checkpoint's tokenizer.
     *
     * @throws dev.fovea.contract.error.SetupException where the vocabulary lacks a token of the family
     */
    public Qwen3VlRenderer(Tokenizer tokenizer, Qwen3VlSettings settings) {
        this.tokenizer = tokenizer;
        this.settings = settings;
        this.tokens = Qwen3VlTokens.of(tokenizer);
        this.parser = new Qwen3VlParser(tokenizer, tokens);
        this.bridge = new Qwen3VlBridge(tokenizer, settings, tokens, parser);
    }

    @Override
    public RenderedTokens renderPrompt(Conversation conversation) {
        Qwen3VlTemplate template = rendered(conversation);
        template.generationPrompt();
        return template.out().finish();
    }

    @Override
    public RenderedTokens renderFinished(Conversation conversation) {
        return rendered(conversation).out().finish();
    }

    private Qwen3VlTemplate rendered(Conversation conversation) {
        List<Message> messages = conversation.messages();
        if (messages.isEmpty()) {
            throw new RequestException(
                    ErrorCode.INVALID_REQUEST, "the conversation has no messages", "send at least one message");
        }
        Qwen3VlTemplate template = new Qwen3VlTemplate(tokens, settings, new TokenEmitter(tokenizer));
        template.opening(messages, conversation.tools());
        for (int i = messages.getFirst() instanceof SystemMessage ? 1 : 0; i < messages.size(); i++) {
            template.message(messages, i);
        }
        return template;
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
    public ParsedCompletion parse(ExpandedIds prompt, TokenIds completion) {
        return parser.parse(prompt, completion);
    }

    @Override
    public Set<Integer> stopTokenIds() {
        return tokens.stops();
    }
}
