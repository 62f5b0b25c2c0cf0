package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.OtherMessage;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatJsonTest {

    private final ChatJson reader = new ChatJson((source, place) -> Images.named(source.asString(), 2));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{\"content\": \"x\"}] | message 0 has no role | INVALID_REQUEST",
                "[{\"role\": 5}] | message 0 role is no text | INVALID_REQUEST",
                "[\"x\"] | message 0 is no object | INVALID_REQUEST",
                "[{\"role\": \"user\", \"content\": 5}] | message 0 content is neither | INVALID_REQUEST",
                "[{\"role\": \"user\", \"content\": [\"a\", 5]}] | message 0 part 1 is neither | INVALID_REQUEST",
                "[{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": null}]}] | message 0 part 0 has a text | INVALID_REQUEST",
                "[{\"role\": \"user\", \"content\": [{\"type\": \"odd\"}]}] | message 0 part 0 is of type odd | INVALID_REQUEST",
                "[{\"role\": \"user\", \"content\": [{\"type\": \"video\"}]}] | message 0 part 0 is of type video | UNSUPPORTED_MODALITY",
                "[{\"role\": \"user\", \"content\": [{\"type\": \"image\"}]}] | message 0 part 0 is an image without | INVALID_REQUEST",
                "[{\"role\": \"user\", \"audio\": {\"id\": 1}}] | message 0 audio is a field | INVALID_REQUEST",
                "[{\"role\": \"user\", \"tool_calls\": [{}]}] | message 0 tool_calls stands in | INVALID_REQUEST",
                "[{\"role\": \"assistant\", \"tool_calls\": [{\"function\": {\"name\": null, \"arguments\": {}}}]}] | message 0 tool call 0 has | INVALID_REQUEST",
                "[{\"role\": \"assistant\", \"tool_calls\": 5}] | message 0 tool_calls is no list | INVALID_REQUEST",
                "[{\"role\": \"assistant\", \"reasoning_content\": 5}] | message 0 reasoning_content is no text | INVALID_REQUEST",
                "{} | messages is no list | INVALID_REQUEST"
            })
    void whatNoMessageCarriesIsRefusedWithItsPlace(String json, String place, ErrorCode code) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageStartingWith(place);
    }

    @Test
    void whatDescribesAMessageAndWhatIsEmptyIsLetBy() {
        List<Message> messages = read("""
                [{"role": "user", "content": "a", "id": 1, "metadata": {"k": 1}},
                 {"role": "assistant", "content": null, "audio": null, "refusal": null, "annotations": [], "function_call": null}]""");

        assertThat(messages)
                .containsExactly(new UserMessage(Message.parts("a")), new AssistantMessage("", null, List.of()));
    }

    @Test
    void imagesAreFoundWhereProgramsPutThem() {
        List<Message> messages = read("""
                [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "a"}}, {"type": "image", "image": "b"},
                  {"image": "c"}, {"type": "image_url", "image": null, "image_url": "d"}, {"type": "image", "path": "e"}]}]""");

        assertThat(messages.getFirst().content())
                .extracting(part -> ((ContentPart.Image) part).image().item().rawImageUri())
                .containsExactly(
                        "file:///assets/a.png",
                        "file:///assets/b.png",
                        "file:///assets/c.png",
                        "file:///assets/d.png",
                        "file:///assets/e.png");
    }

    @Test
    void anUnknownRoleIsCarriedForTemplatesThatShowIt() {
        assertThat(read("[{\"role\": \"critic\", \"name\": \"Bob\", \"content\": \"x\"}]"))
                .containsExactly(new OtherMessage("critic", "Bob", Message.parts("x")));
    }

    @Test
    void argumentsAreKeptAsTheyWillBePrinted() {
        List<Message> messages = read("""
                [{"role": "assistant", "tool_calls": [{"name": "f", "arguments": {"x": 1.0, "y": 123456789012345678901234567890}},
                  {"function": {"name": "g", "arguments": "not json"}}, {"function": {"name": "h"}}]}]""");

        assertThat(((AssistantMessage) messages.getFirst()).toolCalls())
                .containsExactly(
                        new ToolCall("", "f", "{\"x\": 1.0, \"y\": 123456789012345678901234567890}"),
                        new ToolCall("", "g", "not json"),
                        new ToolCall("", "h", "{}"));
    }

    private List<Message> read(String json) {
        return reader.messages(PythonJson.read(json).orElseThrow());
    }
}
