package dev.fovea.conform.chat;

import dev.fovea.chat.ChatJson;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message;
import dev.fovea.chat.Renderer;
import dev.fovea.chat.Tokenizer;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.families.Families;
import dev.fovea.families.RendererSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One family of a corpus.
 *
 * @param added the vocabulary's added tokens
 */
record CorpusFamily(String name, Tokenizer tokenizer, Map<String, Integer> added, CorpusImages images) {

    Renderer renderer(JsonNode config) {
        return Families.named(name).renderer(tokenizer, RendererSettings.of(config));
    }

    List<Message> messages(JsonNode list, Row row) {
        ChatJson reader = new ChatJson((source, place) -> image(source, row));
        return reader.messages(images.withImages(list));
    }

    Conversation conversation(JsonNode messages, Row row) {
        return new Conversation(messages(messages, row), row.tools());
    }

    private ResolvedImage image(JsonNode source, Row row) {
        ResolvedImage image = images.resolve(source.asString(""));
        return row.expanded() ? image : CorpusImages.named(source.asString(""), 1);
    }

    Set<Integer> addedIds() {
        return Set.copyOf(added.values());
    }

    /** The id of an added token that the family has. */
    int id(String token) {
        return Objects.requireNonNull(added.get(token), token);
    }

    int imagePad() {
        return added.getOrDefault(images.pad(), -1);
    }
}
