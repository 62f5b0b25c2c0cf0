package dev.fovea.cli.demo;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import dev.fovea.examples.colorcodeword.CodewordOutcome;
import dev.fovea.examples.colorcodeword.CodewordPlayer;
import dev.fovea.examples.colorcodeword.CodewordTask;
import dev.fovea.examples.colorcodeword.CodewordTasks;
import dev.fovea.examples.colorcodeword.ImageView;
import dev.fovea.orchestrator.Environment;
import dev.fovea.orchestrator.Episode;
import dev.fovea.orchestrator.EpisodeOutcome;
import dev.fovea.orchestrator.ModelEndpoint;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The colour-codeword example as an environment: one OpenAI client for all episodes, each with its rollout's own key. */
final class CodewordEnvironment implements Environment, AutoCloseable {

    private static final int HELD_OUT = 200;

    /** Longer than a training step, so that the next one finds its connections open. */
    private static final Duration IDLE_CONNECTIONS_LIVE = Duration.ofMinutes(1);

    private final CodewordTasks tasks;
    private final CodewordPlayer player;
    private final OpenAIClient client;
    private final long seed;

    CodewordEnvironment(int squaresPerTurn, long seed, String model, URI gateway, int connections) {
        this.tasks = new CodewordTasks(squaresPerTurn, HELD_OUT);
        this.player = new CodewordPlayer(model);
        this.seed = seed;
        this.client = OpenAIOkHttpClient.builder()
                .baseUrl(gateway.resolve("/v1").toString())
                .apiKey("each rollout has its own")
                .maxIdleConnections(connections)
                .keepAliveDuration(IDLE_CONNECTIONS_LIVE)
                .build();
    }

    @Override
    public String name() {
        return "color-codeword";
    }

    @Override
    public Episode training(long index) {
        CodewordTask task = tasks.task(seed, index);
        return new CodewordEpisode(task, task, ImageView.TRUE_SQUARES);
    }

    @Override
    public List<Episode> heldOut() {
        return heldOut(ImageView.TRUE_SQUARES);
    }

    /** The held-out tasks as a policy is shown them in a control. */
    List<Episode> heldOut(ImageView view) {
        List<CodewordTask> held = tasks.heldOut();
        List<Episode> episodes = new ArrayList<>();
        for (int i = 0; i < held.size(); i++) {
            CodewordTask other = held.get((i + 1) % held.size());
            episodes.add(new CodewordEpisode(held.get(i), view == ImageView.SWAPPED ? other : held.get(i), view));
        }
        return episodes;
    }

    @Override
    public void close() {
        client.close();
    }

    private final class CodewordEpisode implements Episode {

        private final CodewordTask task;
        private final CodewordTask shown;
        private final ImageView view;

        private CodewordEpisode(CodewordTask task, CodewordTask shown, ImageView view) {
            this.task = task;
            this.shown = shown;
            this.view = view;
        }

        @Override
        public String taskId() {
            return task.codeword();
        }

        @Override
        public EpisodeOutcome play(ModelEndpoint endpoint) {
            OpenAIClient mine = client.withOptions(options -> options.apiKey(endpoint.apiKey()));
            CodewordOutcome outcome = player.play(mine, task, shown, view);
            return new EpisodeOutcome(outcome.reward(), CodewordTask.TURNS, Map.of("agreement", outcome.agreement()));
        }

        @Override
        public byte[] demonstration() {
            return player.demonstration(task);
        }
    }
}
