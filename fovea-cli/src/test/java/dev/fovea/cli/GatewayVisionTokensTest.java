package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenValues;
import dev.fovea.engine.Completion;
import dev.fovea.families.FamilyModel;
import dev.fovea.families.VisionTokens;
import dev.fovea.gateway.BodyLimits;
import dev.fovea.trace.ModelCall;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Vision tokens that a policy samples, and a ban of them. */
class GatewayVisionTokensTest {

    private static final byte[] BODY =
            messages(parts(image(TestImages.dataUrl(TestImages.png(0x336699, 64, 64))), text("one")));

    @TempDir
    private Path folder;

    @Test
    void sampledVisionTokensAreCountedInTheTrace() throws Exception {
        try (TestGateway gateway = new TestGateway(folder)) {
            VisionTokens vision = gateway.family().visionTokens();
            gateway.engine()
                    .tamper(answer -> withIds(answer, TokenIds.of(vision.start(), vision.imagePad(), vision.end())));
            OpenedRollout rollout = gateway.open();

            assertThat(gateway.chat(rollout, BODY).statusCode()).isEqualTo(200);

            ModelCall call = gateway.trace(rollout).calls().getLast();
            assertThat(call.sampledVisionTokens()).isEqualTo(3);
            assertThat(call.bannedIds()).isEmpty();
            assertThat(json(gateway, rollout)
                            .at("/calls/0/sampled_vision_tokens")
                            .asInt())
                    .isEqualTo(3);
            assertThat(gateway.engine().lastRequest().sampling().bannedIds()).isEmpty();
        }
    }

    @Test
    void aBanReachesTheEngineAndIsRecordedWithEveryTurn() throws Exception {
        try (TestGateway gateway = new TestGateway(
                folder,
                0,
                BodyLimits.DEFAULTS,
                0,
                (FamilyModel family) -> family.visionTokens().ids())) {
            Set<Integer> vision = gateway.family().visionTokens().ids();
            OpenedRollout rollout = gateway.open();
            gateway.chat(rollout, BODY);

            assertThat(gateway.engine().lastRequest().sampling().bannedIds()).isEqualTo(vision);
            assertThat(gateway.trace(rollout).calls())
                    .allMatch(call -> call.bannedIds().equals(vision));
            assertThat(json(gateway, rollout).at("/calls/0/banned_ids")).hasSize(vision.size());
        }
    }

    private static Completion withIds(Completion honest, TokenIds more) {
        TokenIds ids = more.concat(honest.ids());
        return new Completion(
                ids, TokenValues.filled(ids.size(), -0.5), honest.finishReason(), honest.weights(), honest.echo());
    }

    private static JsonNode json(TestGateway gateway, OpenedRollout rollout) throws InterruptedException {
        return JsonMapper.builder()
                .build()
                .readTree(new String(gateway.control().trace(rollout.id()), StandardCharsets.UTF_8));
    }
}
