package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import dev.fovea.contract.ProofLedger;
import dev.fovea.contract.TrainingSample;
import dev.fovea.trace.Trace;
import dev.fovea.training.SampleBuilder;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Thousands of broken bodies: none ends in a 5xx, and whatever is taken can be trained. */
class GatewayFuzzTest {

    private static final int BODIES = Integer.getInteger("fovea.fuzz.bodies", 4_000);

    /** Set it to repeat a run. */
    private static final long SEED = Long.getLong("fovea.fuzz.seed", System.nanoTime());

    @TempDir
    private Path folder;

    @Test
    void noBodyBreaksTheGateway() throws IOException, InterruptedException {
        BodyMutations bodies = new BodyMutations(SEED);
        try (TestGateway gateway = new TestGateway(folder)) {
            for (int i = 0; i < BODIES; i++) {
                byte[] body = bodies.next();
                OpenedRollout rollout = gateway.open();
                HttpResponse<String> answer = gateway.chat(rollout, body);
                Trace trace = gateway.trace(rollout);
                gateway.control().close(rollout.id());

                String told = "-Dfovea.fuzz.seed=" + SEED + ", body " + i + ": "
                        + new String(body, StandardCharsets.UTF_8) + "\n" + answer.body();
                assertThat(answer.statusCode()).as(told).isIn(200, 400, 413);
                assertThat(new JsonMapper().readTree(answer.body()).isObject())
                        .as(told)
                        .isTrue();
                assertThat(trainable(trace)).as(told).isEqualTo(answer.statusCode() == 200 ? 1 : 0);
            }
            assertThat(gateway.proofs().total().violations()).isZero();
        }
    }

    private static long trainable(Trace trace) {
        return new SampleBuilder(new ProofLedger())
                .sampled(trace).stream()
                        .map(TrainingSample::mask)
                        .filter(mask -> mask.count() > 0)
                        .count();
    }
}
