package dev.fovea.training;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;

/**
 * How samples become rows.
 *
 * @param sequenceTokens longest row and longest sample, at least 1
 * @param padToMultipleOf a row's length is a multiple of this, at least 1
 */
public record PackSettings(int sequenceTokens, int padToMultipleOf) {

    public PackSettings {
        if (sequenceTokens < 1 || padToMultipleOf < 1 || sequenceTokens % padToMultipleOf != 0) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "rows of " + sequenceTokens + " tokens padded to multiples of " + padToMultipleOf,
                    "give a positive length that is a multiple of the padding");
        }
    }
}
