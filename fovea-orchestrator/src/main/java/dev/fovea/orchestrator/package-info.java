/**
 * What is rolled out when: environments, groups, training steps, evaluation and the publication of weights.
 *
 * <p>May use contract, client, trace, engine and training; reaches gateways through their control API and never sees a pixel.
 * Start reading at {@link dev.fovea.orchestrator.ReinforcementLoop}.
 */
@NullMarked
package dev.fovea.orchestrator;

import org.jspecify.annotations.NullMarked;
