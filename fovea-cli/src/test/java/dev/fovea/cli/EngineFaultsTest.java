package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.client.OpenedRollout;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.PixelDigest;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.Proof;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.engine.Completion;
import dev.fovea.engine.PromptEcho;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** An engine that does something else than it was asked: the turn fails with a code, nothing is committed, the violation counts. */
class EngineFaultsTest {

    private static final byte[] PICTURE = TestImages.png(0x336699, 100, 100);
    private static final byte[] TURN = messages(parts(image(TestImages.dataUrl(PICTURE)), text("What is it?")));
    private static final PixelDigest OTHER_PIXELS = new PixelDigest("0".repeat(64));

    @TempDir
    private Path folder;

    private TestHouse house;

    @BeforeEach
    void open() {
        house = new TestHouse(folder, TinyCheckpoint.write(folder.resolve("checkpoint")));
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void aRewrittenPromptIdIsCaught() throws IOException, InterruptedException {
        house.engine()
                .tamper(honest -> echo(honest, echo -> {
                    int[] ids = echo.prompt().ids().toArray();
                    ids[3]++;
                    return new PromptEcho(ExpandedIds.of(ids), echo.placeholders(), echo.pixels());
                }));

        fails(ErrorCode.TOKEN_MISMATCH);
        assertThat(house.proofs().count(Proof.PROMPT_IDS).violations()).isEqualTo(1);
    }

    @Test
    void aPromptThatWasCutIsCaught() throws IOException, InterruptedException {
        house.engine()
                .tamper(honest -> echo(honest, echo -> {
                    int size = echo.prompt().size();
                    return new PromptEcho(
                            new ExpandedIds(echo.prompt().ids().slice(1, size)), echo.placeholders(), echo.pixels());
                }));

        fails(ErrorCode.TOKEN_MISMATCH);
        assertThat(house.proofs().count(Proof.PROMPT_IDS).violations()).isEqualTo(1);
    }

    @Test
    void aMovedPlaceholderIsCaught() throws IOException, InterruptedException {
        house.engine()
                .tamper(honest -> echo(honest, echo -> {
                    PlaceholderRange moved = echo.placeholders().getFirst().shifted(1);
                    return new PromptEcho(echo.prompt(), List.of(moved), echo.pixels());
                }));

        fails(ErrorCode.PLACEHOLDER_MISMATCH);
        assertThat(house.proofs().count(Proof.PLACEHOLDERS).violations()).isEqualTo(1);
    }

    @Test
    void pixelsOfOneImageTooManyAreCaught() throws IOException, InterruptedException {
        house.engine()
                .tamper(honest -> echo(
                        honest,
                        echo -> new PromptEcho(
                                echo.prompt(), echo.placeholders(), List.of(OTHER_PIXELS, OTHER_PIXELS))));

        fails(ErrorCode.PLACEHOLDER_MISMATCH);
        assertThat(house.proofs().count(Proof.PLACEHOLDERS).violations()).isEqualTo(1);
    }

    @Test
    void aLogprobTooManyOrTooFewIsCaughtAndNeverFilledIn() throws IOException, InterruptedException {
        house.engine().tamper(honest -> logprobs(honest, honest.ids().size() - 1));
        fails(ErrorCode.MALFORMED_ENGINE_ANSWER);

        house.engine().tamper(honest -> logprobs(honest, honest.ids().size() + 1));
        fails(ErrorCode.MALFORMED_ENGINE_ANSWER);

        house.engine().tamper(honest -> logprobs(honest, 0));
        fails(ErrorCode.MALFORMED_ENGINE_ANSWER);
    }

    @Test
    void anAnswerOfNothingIsCaught() throws IOException, InterruptedException {
        house.engine()
                .tamper(honest -> new Completion(
                        TokenIds.empty(), TokenValues.of(), honest.finishReason(), honest.weights(), honest.echo()));

        fails(ErrorCode.MALFORMED_ENGINE_ANSWER);
    }

    @Test
    void otherPixelsFromTheStartAreCaughtByTheTrainer() throws IOException, InterruptedException {
        house.engine()
                .tamper(honest -> echo(
                        honest, echo -> new PromptEcho(echo.prompt(), echo.placeholders(), List.of(OTHER_PIXELS))));
        OpenedRollout rollout = house.open();
        assertThat(house.chat(rollout, TURN).statusCode()).isEqualTo(200);
        List<TrainingSample> samples = house.samples(house.close(rollout));

        FoveaException caught =
                catchThrowableOfType(FoveaException.class, () -> house.materialize(house.rows(samples)));

        assertThat(caught.code()).isEqualTo(ErrorCode.PIXEL_MISMATCH);
        assertThat(house.proofs().count(Proof.PIXELS).violations()).isEqualTo(1);
    }

    @Test
    void otherPixelsInALaterTurnAreCaughtAtOnce() throws IOException, InterruptedException {
        house.chat(house.open(), TURN);
        house.engine()
                .tamper(honest -> echo(
                        honest, echo -> new PromptEcho(echo.prompt(), echo.placeholders(), List.of(OTHER_PIXELS))));

        fails(ErrorCode.PIXEL_MISMATCH);
        assertThat(house.proofs().count(Proof.PIXELS).violations()).isEqualTo(1);
    }

    @Test
    void anAssetThatChangedBetweenTwoTurnsIsCaught() throws IOException, InterruptedException {
        house.chat(house.open(), TURN);
        Path asset = asset();
        byte[] bytes = Files.readAllBytes(asset);
        bytes[bytes.length - 20] ^= 1;
        Files.write(asset, bytes);

        fails(ErrorCode.ASSET_CHANGED);
        assertThat(house.proofs().count(Proof.ASSET_BYTES).violations()).isEqualTo(1);
    }

    @Test
    void aPictureThatCannotBeDecodedIsBadInputAndNoViolation() throws IOException, InterruptedException {
        byte[] cut = TestImages.bomb(100, 100);

        HttpResponse<String> answer =
                house.chat(house.open(), messages(parts(image(TestImages.dataUrl(cut)), text("What is it?"))));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(code(answer)).isEqualTo("invalid_image");
        assertThat(house.proofs().total().violations()).isZero();
    }

    private void fails(ErrorCode code) throws IOException, InterruptedException {
        OpenedRollout rollout = house.open();

        HttpResponse<String> answer = house.chat(rollout, TURN);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(code.httpStatus());
        assertThat(code(answer)).isEqualTo(code.wire());
        assertThat(house.close(rollout).nodes()).isEmpty();
    }

    private static String code(HttpResponse<String> answer) {
        return new JsonMapper().readTree(answer.body()).at("/error/code").asString("");
    }

    private Path asset() throws IOException {
        try (Stream<Path> files = Files.list(house.images())) {
            return files.findFirst().orElseThrow();
        }
    }

    private static Completion echo(Completion honest, UnaryOperator<PromptEcho> change) {
        return new Completion(
                honest.ids(), honest.logprobs(), honest.finishReason(), honest.weights(), change.apply(honest.echo()));
    }

    private static Completion logprobs(Completion honest, int count) {
        double[] logprobs = new double[count];
        Arrays.fill(logprobs, -0.5);
        return new Completion(
                honest.ids(), TokenValues.of(logprobs), honest.finishReason(), honest.weights(), honest.echo());
    }
}
