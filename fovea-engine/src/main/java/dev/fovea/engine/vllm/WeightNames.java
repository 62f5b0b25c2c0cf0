package dev.fovea.engine.vllm;

import dev.fovea.contract.WeightVersion;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server's names of weights mean. */
@FunctionalInterface
interface WeightNames {

    Pattern STEP = Pattern.compile("step-(\\d{1,18})");

    /**
     * The version behind a name.
     *
     * @param name empty where the server tells none
     * @throws dev.fovea.contract.error.EngineException where these are not weights that this side knows of
     */
    WeightVersion version(String name);

    /** Names of a server whose weights are not ours to load. */
    static WeightNames trusting(WeightVersion otherwise) {
        return name -> step(name).orElse(otherwise);
    }

    /** The version of a name that {@link WeightVersion#label} made. */
    static Optional<WeightVersion> step(String name) {
        Matcher step = STEP.matcher(name);
        return step.matches() ? Optional.of(new WeightVersion(Long.parseLong(step.group(1)))) : Optional.empty();
    }
}
