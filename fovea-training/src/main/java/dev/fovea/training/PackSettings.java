package dev.fovea.training;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.training.balance.RowCost;
import dev.fovea.training.pack.BadSamples;
import dev.fovea.training.pack.RowSplitting;

/**
 * How samples become rows.
 *
 * @param sequenceTokens longest row and longest sample, at least 1; padding may make a row longer by less than a multiple
 * @param padToMultipleOf a row's length is a multiple of this, at least 1: the degree of context parallelism
 * @param ranks how many get rows, at least 1
 * @param adapters LoRA slots, at least 1; a single policy has one
 * @param cost by which work is shared out
 */
public record PackSettings(
        int sequenceTokens,
        int padToMultipleOf,
        int ranks,
        int adapters,
        RowCost cost,
        RowSplitting splitting,
        BadSamples badSamples) {

    public PackSettings {
        if (sequenceTokens < 1 || padToMultipleOf < 1 || sequenceTokens > Integer.MAX_VALUE - padToMultipleOf) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "rows of " + sequenceTokens + " tokens padded to multiples of " + padToMultipleOf,
                    "give a positive length and a positive multiple");
        }
        if (ranks < 1 || adapters < 1) {
            throw new SetupException(
                    ErrorCode.INVALID_CONFIGURATION,
                    "rows for " + ranks + " ranks and " + adapters + " adapters",
                    "give at least one of each");
        }
    }

    /** Rows of one policy for one rank, where a sample that does not hold together ends the step. */
    public PackSettings(int sequenceTokens, int padToMultipleOf) {
        this(sequenceTokens, padToMultipleOf, 1, 1, RowCost.TOKENS, RowSplitting.ALL_ROWS, BadSamples.STOP);
    }

    /** Rows of one policy for several ranks; samples that do not hold together are left out. */
    public static PackSettings forRanks(int sequenceTokens, int padToMultipleOf, int ranks) {
        return new PackSettings(
                sequenceTokens, padToMultipleOf, ranks, 1, RowCost.TOKENS, RowSplitting.ALL_ROWS, BadSamples.DROP);
    }

    /** The same with LoRA slots. */
    public PackSettings withAdapters(int slots) {
        return new PackSettings(sequenceTokens, padToMultipleOf, ranks, slots, cost, splitting, badSamples);
    }

    /** The same with another cost. */
    public PackSettings withCost(RowCost other) {
        return new PackSettings(sequenceTokens, padToMultipleOf, ranks, adapters, other, splitting, badSamples);
    }

    /** The same with other rows to split. */
    public PackSettings withSplitting(RowSplitting other) {
        return new PackSettings(sequenceTokens, padToMultipleOf, ranks, adapters, cost, other, badSamples);
    }
}
