package dev.fovea.policy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Single requests: a system message, and one image in a first turn. */
final class TestRequests {

    static final TokenIds PROMPT = TestEpisodes.system().concat(TestEpisodes.turn(0));
    static final MultiModalData IMAGES = new MultiModalData(List.of(TestEpisodes.sidecar(1, 54)));

    private TestRequests() {}

    static GenerateRequest of(SamplingParameters sampling) {
        return of(PROMPT, IMAGES, sampling);
    }

    static GenerateRequest of(TokenIds prompt, MultiModalData images, SamplingParameters sampling) {
        return new GenerateRequest("request", "session", new ExpandedIds(prompt), images, sampling, Set.of());
    }

    static SamplingParameters sampling(int maxTokens) {
        return new SamplingParameters(1, 1, maxTokens, OptionalLong.of(1));
    }
}
