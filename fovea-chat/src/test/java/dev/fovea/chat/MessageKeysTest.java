package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.chat.ContentPart.Image;
import dev.fovea.chat.ContentPart.Text;
import dev.fovea.chat.Message.AssistantMessage;
import dev.fovea.chat.Message.SystemMessage;
import dev.fovea.chat.Message.ToolMessage;
import dev.fovea.chat.Message.UserMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageKeysTest {

    @Test
    void aTextAndAListOfItsPiecesAreOneMessage() {
        String whole = MessageKeys.of(user(new Text("Hello")));

        assertThat(whole).matches("[0-9a-f]{64}");
        assertThat(MessageKeys.of(user(new Text("Hel"), new Text("lo"), new Text(""))))
                .isEqualTo(whole);
        assertThat(MessageKeys.of(user())).isEqualTo(MessageKeys.of(user(new Text(""))));
    }

    @Test
    void rolesTextsAndPlacesOfImagesCount() {
        Image image = new Image(Images.named("a", 1));

        assertThat(List.of(
                        MessageKeys.of(user(new Text("a"))),
                        MessageKeys.of(user(new Text("b"))),
                        MessageKeys.of(new SystemMessage(List.of(new Text("a")))),
                        MessageKeys.of(user(new Text("a"), image)),
                        MessageKeys.of(user(image, new Text("a"))),
                        MessageKeys.of(user(image, image, new Text("a"))),
                        MessageKeys.of(user(new Image(Images.named("b", 1)), new Text("a")))))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "{\"a\": 1, \"b\": [2]}~{\"b\":[2],\"a\":1}~true",
                "{}~''~true",
                "{\"a\": 1}~{\"a\": 1.0}~false",
                "{\"a\": }~{\"a\":}~false",
                "{\"a\": \"é\"}~{\"a\": \"\\u00e9\"}~true"
            })
    void argumentsCompareAsJson(String left, String right, boolean equal) {
        assertThat(MessageKeys.of(calling(left)).equals(MessageKeys.of(calling(right))))
                .isEqualTo(equal);
    }

    @Test
    void reasoningCountsAndAToolsNameDoesNot() {
        AssistantMessage plain = new AssistantMessage("a", null, List.of());

        assertThat(MessageKeys.of(new AssistantMessage("a", "why", List.of()))).isNotEqualTo(MessageKeys.of(plain));
        assertThat(MessageKeys.of(new AssistantMessage("a", "", List.of()))).isEqualTo(MessageKeys.of(plain));
        assertThat(MessageKeys.of(new ToolMessage("c", "run", List.of())))
                .isEqualTo(MessageKeys.of(new ToolMessage("c", null, List.of())))
                .isNotEqualTo(MessageKeys.of(new ToolMessage("d", null, List.of())));
    }

    @Test
    void recordsAMessageInTheChatDialect() {
        assertThat(MessageJson.of(user(new Text("a"), new Image(Images.named("x", 1)))))
                .isEqualTo("{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"file:///assets/x.png\"}}]}");
        assertThat(MessageJson.of(calling("{\"a\": 1}")))
                .isEqualTo(
                        "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c\",\"type\":\"function\","
                                + "\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\": 1}\"}}]}");
        assertThat(MessageJson.of(new ToolMessage("c", "f", List.of())))
                .isEqualTo("{\"role\":\"tool\",\"tool_call_id\":\"c\",\"name\":\"f\",\"content\":\"\"}");
    }

    private static UserMessage user(ContentPart... parts) {
        return new UserMessage(List.of(parts));
    }

    private static AssistantMessage calling(String arguments) {
        return new AssistantMessage("", null, List.of(new ToolCall("c", "f", arguments)));
    }
}
