package dev.fovea.examples.colorcodeword;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.openai.client.OpenAIClient;
import com.openai.core.ObjectMappers;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.util.ArrayList;
import java.util.List;

/** Plays episodes against any OpenAI-compatible endpoint. Thread safe where the client is. */
public final class CodewordPlayer {

    private static final String SYSTEM = "Each square is a letter: " + SquareColor.legend()
            + ". Answer with the codeword so far, letters only, no spaces.";

    private final String model;

    public CodewordPlayer(String model) {
        this.model = model;
    }

    /** Every text that episodes with this many squares a turn can show; a tokenizer may learn from them. */
    public static List<String> texts(int squaresPerTurn) {
        return List.of(SYSTEM, userText(squaresPerTurn, 0), userText(squaresPerTurn, CodewordTask.TURNS - 1));
    }

    /**
     * Plays one episode.
     *
     * @param shown the task whose squares are shown; another one than {@code task} where pictures are swapped
     */
    public CodewordOutcome play(OpenAIClient client, CodewordTask task, CodewordTask shown, ImageView view) {
        ChatCompletionCreateParams.Builder chat = start(task);
        String answer = "";
        for (int turn = 0; turn < CodewordTask.TURNS; turn++) {
            chat.addUserMessageOfArrayOfContentParts(userParts(shown, turn, view));
            ChatCompletion completion = client.chat().completions().create(chat.build());
            answer = completion.choices().getFirst().message().content().orElse("");
            chat.addMessage(completion.choices().getFirst().message());
        }
        CodewordAnswer letters = CodewordAnswer.of(answer);
        return new CodewordOutcome(answer, letters.reward(task.codeword()), letters.agreement(task.codeword()));
    }

    /** The body of a chat request that holds a whole episode with the right answers: something to learn from. */
    public byte[] demonstration(CodewordTask task) {
        ChatCompletionCreateParams.Builder chat = start(task);
        for (int turn = 0; turn < CodewordTask.TURNS; turn++) {
            chat.addUserMessageOfArrayOfContentParts(userParts(task, turn, ImageView.TRUE_SQUARES));
            chat.addAssistantMessage(task.codewordAfter(turn));
        }
        try {
            return ObjectMappers.jsonMapper().writeValueAsBytes(chat.build()._body());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a request of our own has no JSON form", e);
        }
    }

    private ChatCompletionCreateParams.Builder start(CodewordTask task) {
        int letters = task.codeword().length();
        // the codeword, the stop token, and one token of room
        return ChatCompletionCreateParams.builder()
                .model(model)
                .maxCompletionTokens(letters + 2L)
                .addSystemMessage(SYSTEM);
    }

    private static List<ChatCompletionContentPart> userParts(CodewordTask task, int turn, ImageView view) {
        List<ChatCompletionContentPart> parts = new ArrayList<>();
        List<SquareColor> squares = task.turns().get(turn);
        for (SquareColor square : squares) {
            String url = view == ImageView.BLANK ? SquareImages.blank() : SquareImages.square(square);
            parts.add(ChatCompletionContentPart.ofImageUrl(ChatCompletionContentPartImage.builder()
                    .imageUrl(ChatCompletionContentPartImage.ImageUrl.builder()
                            .url(url)
                            .build())
                    .build()));
        }
        parts.add(ChatCompletionContentPart.ofText(ChatCompletionContentPartText.builder()
                .text(userText(squares.size(), turn))
                .build()));
        return parts;
    }

    private static String userText(int squares, int turn) {
        String count = squares == 1 ? "1 square." : squares + " squares.";
        return turn < CodewordTask.TURNS - 1
                ? count
                : count + " The whole codeword has " + CodewordTask.TURNS * squares + " letters.";
    }
}
