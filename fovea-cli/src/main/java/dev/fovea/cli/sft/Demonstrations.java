package dev.fovea.cli.sft;

import dev.fovea.chat.ChatJson;
import dev.fovea.chat.RenderedTokens;
import dev.fovea.chat.Renderer;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.TrainingSample;
import dev.fovea.trace.Origin;
import dev.fovea.training.pack.Truncation;
import dev.fovea.training.sample.BranchSample;
import dev.fovea.training.sample.BranchSampler;
import dev.fovea.training.sample.SampleNode;
import dev.fovea.training.sample.TokenTypes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Conversations to samples: what assistants said, and the tokens that end it, are learnt by cross entropy. */
final class Demonstrations {

    private static final String ENVIRONMENT = "sft";

    private final ChatJson reader;
    private final Renderer renderer;
    private final Truncation truncation;
    private final Set<Integer> stops;

    /** @param truncation long conversations are cut at a row's length, never through an image */
    Demonstrations(ChatJson reader, Renderer renderer, Truncation truncation) {
        this.reader = reader;
        this.renderer = renderer;
        this.truncation = truncation;
        this.stops = Set.copyOf(renderer.stopTokenIds());
    }

    /** What became of a conversation. */
    sealed interface Outcome {

        /** It is learnt; {@code cutTokens} of its end are not. */
        record Learnt(TrainingSample sample, int cutTokens) implements Outcome {}

        /** No assistant says anything in it. */
        record NothingToLearn() implements Outcome {}

        /** It was cut so early that no answer in it comes to its end: a policy would learn to talk without one. */
        record NoWholeAnswer() implements Outcome {}
    }

    /**
     * Reads, renders and cuts a conversation.
     *
     * @throws dev.fovea.contract.error.FoveaException where it cannot be shown to the model
     */
    Outcome of(JsonNode conversation) {
        RenderedTokens rendered = renderer.renderFinished(reader.conversation(conversation));
        List<BranchSample> samples = new BranchSampler(ENVIRONMENT, 1.0, Origin.DEMONSTRATED, new TokenTypes.Spans())
                .samples(List.of(List.of(node(rendered))));
        if (samples.isEmpty()) {
            return new Outcome.NothingToLearn();
        }
        TrainingSample whole = samples.getFirst().sample();
        Optional<TrainingSample> fitting = truncation.fit(whole);
        if (fitting.isEmpty() || (fitting.get().size() < whole.size() && !endsAnAnswer(fitting.get()))) {
            return new Outcome.NoWholeAnswer();
        }
        return new Outcome.Learnt(fitting.get(), whole.size() - fitting.get().size());
    }

    /** All of it as one message: whose words a token is, the mask says. */
    private static SampleNode node(RenderedTokens rendered) {
        return new SampleNode(
                0,
                "assistant",
                rendered.sampled().count() == 0 ? Origin.INPUT : Origin.DEMONSTRATED,
                rendered.ids().ids(),
                rendered.sampled(),
                rendered.content(),
                TokenValues.empty(),
                rendered.images().images(),
                null,
                null);
    }

    private boolean endsAnAnswer(TrainingSample sample) {
        TokenMask mask = sample.mask();
        for (int i = 0; i < sample.size(); i++) {
            if (mask.get(i) && stops.contains(sample.ids().ids().get(i))) {
                return true;
            }
        }
        return false;
    }
}
