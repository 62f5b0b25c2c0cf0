package dev.fovea.engine;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import java.util.Set;

/**
 * One turn for an engine.
 *
 * @param requestId unique; aborts name it
 * @param sessionId equal for all turns of one rollout, so that caches may serve them; never needed for a right answer
 * @param prompt the whole prompt
 * @param images every image of the prompt, also those of earlier turns
 * @param stopTokenIds the completion ends with the first of them, which belongs to it
 */
public record GenerateRequest(
        String requestId,
        String sessionId,
        ExpandedIds prompt,
        MultiModalData images,
        SamplingParameters sampling,
        Set<Integer> stopTokenIds) {

    public GenerateRequest {
        stopTokenIds = Set.copyOf(stopTokenIds);
    }
}
