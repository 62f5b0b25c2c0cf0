package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.message;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.text;
import static dev.fovea.cli.TestBodies.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.client.OpenedRollout;
import dev.fovea.contract.ProofLedger;
import dev.fovea.trace.ForkCause;
import dev.fovea.trace.ModelCall;
import dev.fovea.trace.Trace;
import dev.fovea.training.SampleBuilder;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rollout's second request is: a retry, another sample, the next turn, or a rewritten history. */
class GatewayBranchesTest {

    private static final String PNG = TestImages.dataUrl(TestImages.png(0x336699, 64, 64));
    private static final byte[] FIRST = messages(parts(image(PNG), text("one")));
    private static final String RETRIES = "x-stainless-retry-count";

    @TempDir
    private Path folder;

    private TestGateway gateway;

    @BeforeEach
    void start() throws IOException {
        gateway = new TestGateway(folder);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void aMarkedRetryGetsTheSameAnswerWithoutASecondTurn() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        HttpResponse<String> first = gateway.chat(rollout, FIRST, RETRIES, "0");
        HttpResponse<String> retry = gateway.chat(rollout, FIRST, RETRIES, "1");

        assertThat(retry.statusCode()).isEqualTo(200);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(gateway.engine().requests()).isEqualTo(1);
        assertThat(gateway.trace(rollout).sampledTurns()).isEqualTo(1);
    }

    @Test
    void anUnmarkedRepeatIsAnotherSample() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        gateway.chat(rollout, FIRST);
        gateway.chat(rollout, FIRST);

        assertThat(forks(rollout)).containsExactly(null, ForkCause.RESAMPLED);
        assertThat(gateway.trace(rollout).branches()).hasSize(2);
        assertThat(samples(rollout)).isEqualTo(2);
    }

    @Test
    void aMarkedRetryOfAnotherBodyIsANewRequest() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        gateway.chat(rollout, FIRST);
        gateway.chat(rollout, messages(user("other")), RETRIES, "1");

        assertThat(gateway.trace(rollout).sampledTurns()).isEqualTo(2);
    }

    @Test
    void aRetryOfAnAttemptThatFailedIsWorkedOn() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        gateway.engine().tamper(honest -> {
            throw new IllegalStateException("the engine broke");
        });
        HttpResponse<String> broken = gateway.chat(rollout, FIRST);
        gateway.engine().tamper(honest -> honest);
        HttpResponse<String> retry = gateway.chat(rollout, FIRST, RETRIES, "1");

        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.body()).doesNotContain("the engine broke");
        assertThat(broken.headers().firstValue("x-should-retry")).contains("true");
        assertThat(retry.statusCode()).isEqualTo(200);
        assertThat(gateway.trace(rollout).sampledTurns()).isEqualTo(1);
    }

    @Test
    void aRetryWhileTheFirstAttemptWorksWaitsForIt() throws IOException, InterruptedException, ExecutionException {
        OpenedRollout rollout = gateway.open();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        gateway.engine().tamper(honest -> {
            reached.countDown();
            awaitQuietly(goOn);
            return honest;
        });

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> first = callers.submit(() -> gateway.chat(rollout, FIRST));
            reached.await();
            Future<HttpResponse<String>> retry = callers.submit(() -> gateway.chat(rollout, FIRST, RETRIES, "1"));
            goOn.countDown();
            assertThat(retry.get().body()).isEqualTo(first.get().body());
        }

        assertThat(gateway.trace(rollout).sampledTurns()).isEqualTo(1);
    }

    @Test
    void theNextTurnKeepsTheSampledIds() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        gateway.chat(rollout, FIRST);
        gateway.chat(
                rollout,
                messages(
                        parts(image(PNG), text("one")),
                        message("assistant", "\"Hi\""),
                        parts(image(PNG), text("two"))));

        Trace trace = gateway.trace(rollout);
        assertThat(trace.calls().getLast().bridged()).isTrue();
        assertThat(trace.branches()).hasSize(1);
        assertThat(trace.branches().getFirst().images().images()).hasSize(2);
        assertThat(samples(rollout)).isEqualTo(1);
    }

    @Test
    void aForgedHistoryIsABranchOfItsOwn() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        gateway.chat(rollout, FIRST);
        gateway.chat(rollout, messages(parts(image(PNG), text("one")), message("assistant", "\"Bye\""), user("two")));

        assertThat(forks(rollout)).containsExactly(null, ForkCause.HISTORY_REWRITTEN);
        Trace trace = gateway.trace(rollout);
        assertThat(trace.calls().getLast().bridged()).isFalse();
        assertThat(trace.branches()).hasSize(2);
        assertThat(samples(rollout)).isEqualTo(2);
    }

    @Test
    void aSwappedPictureRewritesTheHistory() throws IOException, InterruptedException {
        OpenedRollout rollout = gateway.open();
        String other = TestImages.dataUrl(TestImages.png(0x993366, 64, 64));
        gateway.chat(rollout, FIRST);
        gateway.chat(rollout, messages(parts(image(other), text("one")), message("assistant", "\"Hi\""), user("two")));

        assertThat(forks(rollout)).containsExactly(null, ForkCause.HISTORY_REWRITTEN);
    }

    @Test
    void manyRequestsOfOneRolloutAtOnceAreOneBranchEach() throws IOException, InterruptedException, ExecutionException {
        OpenedRollout rollout = gateway.open();
        int many = 32;

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                byte[] body = i % 2 == 0 ? FIRST : messages(parts(image(PNG), text("number " + i)));
                answers.add(callers.submit(() -> gateway.chat(rollout, body)));
            }
            for (Future<HttpResponse<String>> answer : answers) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
            }
        }

        assertThat(gateway.trace(rollout).sampledTurns()).isEqualTo(many);
        assertThat(gateway.trace(rollout).branches()).hasSize(many);
        assertThat(samples(rollout)).isEqualTo(many);
        assertThat(gateway.proofs().total().violations()).isZero();
    }

    @Test
    void aRolloutThatClosesDuringATurnTakesNothingMoreIn()
            throws IOException, InterruptedException, ExecutionException {
        OpenedRollout rollout = gateway.open();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        gateway.engine().tamper(honest -> {
            reached.countDown();
            awaitQuietly(goOn);
            return honest;
        });

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HttpResponse<String>> late = callers.submit(() -> gateway.chat(rollout, FIRST));
            reached.await();
            gateway.control().close(rollout.id());
            goOn.countDown();
            assertThat(late.get().statusCode()).isEqualTo(410);
            assertThat(late.get().headers().firstValue("x-should-retry")).contains("false");
        }
    }

    private List<ForkCause> forks(OpenedRollout rollout) throws InterruptedException {
        List<ForkCause> causes = new ArrayList<>();
        for (ModelCall call : gateway.trace(rollout).calls()) {
            causes.add(call.fork());
        }
        return causes;
    }

    private int samples(OpenedRollout rollout) throws InterruptedException {
        return new SampleBuilder(new ProofLedger())
                .sampled(gateway.trace(rollout))
                .size();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
