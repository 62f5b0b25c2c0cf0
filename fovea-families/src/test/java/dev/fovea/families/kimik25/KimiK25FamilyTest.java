package dev.fovea.families.kimik25;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.chat.ContentPart;
import dev.fovea.chat.Conversation;
import dev.fovea.chat.Message.UserMessage;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.ThinkingPolicy;
import dev.fovea.chat.ThinkingRetention;
import dev.fovea.contract.ForwardPolicy;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.error.SetupException;
import dev.fovea.families.Families;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.PlacedImages;
import dev.fovea.families.RendererSettings;
import dev.fovea.families.kimi.KimiCheckpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KimiK25FamilyTest {

    private static final int PAD = KimiCheckpoint.RANKS + 21;

    @TempDir
    private Path folder;

    @Test
    void aCheckpointIsOpenedWithEverythingThatDependsOnIt() throws IOException {
        KimiCheckpoint.write(folder, "kimi_k25");

        FamilyModel model = Families.open(folder);

        assertThat(model.family()).isEqualTo("kimi-k2.5");
        assertThat(model.visionTokens().imagePad()).isEqualTo(PAD);
        assertThat(model.tokenizer().vocabulary()).isEqualTo(KimiCheckpoint.RANKS + 256);
        assertThat(model.imageProcessor().family()).isEqualTo("kimi_k25");
        assertThat(model.imageProcessor().layout(new ImageSize(640, 480)).placeholderLength())
                .isEqualTo(414);
        assertThat(model.positionScheme().positions(3, List.of()).time()).isEqualTo(TokenIds.of(0, 1, 2));
        assertThat(model.forwardPolicy()).isEqualTo(new ForwardPolicy(true, false));
        assertThat(model.renderer().thinking()).isEqualTo(new ThinkingPolicy(true, ThinkingRetention.TOOL_CYCLE));
        assertThat(model.renderer().stopTokenIds()).containsExactly(KimiCheckpoint.RANKS + 2);
    }

    /** Both specifications' example, byte for byte. */
    @Test
    void anImageFillsAllItsPadsOrOne() throws IOException {
        KimiCheckpoint.write(folder, "kimi_k25");

        String compact = text("compact", 1);

        assertThat(compact)
                .isEqualTo("<|im_user|>user<|im_middle|>Compare:<|media_begin|>image<|media_content|><|media_pad|>"
                        + "<|media_end|>\nok?<|im_end|><|im_assistant|>assistant<|im_middle|><think>");
        assertThat(text("expanded", 5)).isEqualTo(compact.replace("<|media_pad|>", "<|media_pad|>".repeat(5)));
    }

    private String text(String placeholders, int pads) {
        FamilyModel model = Families.open(folder, RendererSettings.defaults().with("image_placeholder", placeholders));
        Conversation conversation = new Conversation(
                List.of(new UserMessage(List.of(
                        new ContentPart.Text("Compare:"),
                        new ContentPart.Image(PlacedImages.named("img", 5)),
                        new ContentPart.Text("ok?")))),
                List.of());

        RenderedTokens prompt = model.renderer().renderPrompt(conversation);

        PlaceholderRange range = prompt.images().placeholders().getFirst();
        assertThat(range.length()).isEqualTo(pads);
        assertThat(prompt.ids().ids().slice(range.offset(), range.end()).stream())
                .containsOnly(PAD);
        return model.tokenizer().decode(prompt.ids().ids());
    }

    @Test
    void aPadThatModelAndTokenizerNumberDifferentlyIsRefused() throws IOException {
        KimiCheckpoint.write(folder, "kimi_k25");
        Files.writeString(
                folder.resolve("config.json"), "{\"model_type\": \"kimi_k25\", \"media_placeholder_token_id\": 7}");

        assertRefused("media_placeholder_token_id 7, its tokenizer " + PAD);
    }

    @ParameterizedTest
    @CsvSource({"tiktoken.model", "tokenizer_config.json", "preprocessor_config.json", "config.json"})
    void aFolderWithoutOneOfItsFilesIsRefusedByName(String file) throws IOException {
        KimiCheckpoint.write(folder, "kimi_k25");
        Files.delete(folder.resolve(file));

        assertRefused(file);
    }

    @Test
    void aTextModelIsOpenedWithoutImages() throws IOException {
        KimiCheckpoint.write(folder, "kimi_k2");
        Files.delete(folder.resolve("preprocessor_config.json"));

        FamilyModel model = Families.open(folder);

        assertThat(model.family()).isEqualTo("kimi-k2");
        assertThat(model.renderer().thinking()).isEqualTo(new ThinkingPolicy(true, ThinkingRetention.ALL));
    }

    @Test
    void aThinkingCheckpointIsRefused() throws IOException {
        KimiCheckpoint.write(folder, "kimi_k2");
        Files.writeString(folder.resolve("chat_template.jinja"), "{{ message.get('reasoning_content', '') }}");

        assertRefused("Thinking");
    }

    private void assertRefused(String what) {
        assertThatThrownBy(() -> Families.open(folder))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining(what);
    }
}
