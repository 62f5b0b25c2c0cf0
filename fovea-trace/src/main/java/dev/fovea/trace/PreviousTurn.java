package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.TokenIds;

/**
 * The sampled turn that a new prompt continues.
 *
 * @param prompt what it was sampled from
 * @param completion what was sampled
 * @param images of the prompt
 * @param messages how many messages of the new prompt it covers, its answer included
 */
public record PreviousTurn(ExpandedIds prompt, TokenIds completion, MultiModalData images, int messages) {}
