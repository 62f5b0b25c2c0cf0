package dev.fovea.training.feed;

import dev.fovea.contract.MicroBatch;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import org.jspecify.annotations.Nullable;

/** What a row's numbers must be before anything is made of them. One value that is none poisons every gradient of its step. */
final class RowNumbers {

    private RowNumbers() {}

    /**
     * Demands finite 32-bit floats, positions that restart with every sample, and adapter slots that take all tokens.
     *
     * @throws RequestException {@code invalid_wire_data}, with the token
     */
    static void require(MicroBatch row) {
        finite("advantages", row.advantages());
        finite("inference_logprobs", row.inferenceLogprobs());
        finite("temperatures", row.temperatures());
        finite("ref_logprobs", row.refLogprobs());
        finite("rl_weights", row.streams().rl());
        finite("ce_weights", row.streams().ce());
        finite("ref_kl_weights", row.streams().refKl());
        positions(row);
        if (row.loraTokens() != null
                && row.loraTokens().stream().mapToLong(Integer::longValue).sum() != row.size()) {
            throw refused("lora_num_tokens of a row add up to another number than its " + row.size() + " tokens");
        }
    }

    private static void finite(String name, @Nullable TokenValues values) {
        if (values == null) {
            return;
        }
        double[] numbers = values.toArray();
        for (int i = 0; i < numbers.length; i++) {
            if (!Float.isFinite((float) numbers[i])) {
                throw refused(name + " of a row hold " + numbers[i] + " at token " + i);
            }
        }
    }

    /** Packers number the padding behind a sample from 0 again. */
    private static void positions(MicroBatch row) {
        int token = 0;
        for (int length : row.sequenceLengths()) {
            int expected = 0;
            for (int end = token + length; token < end; token++) {
                int found = row.positionIds().get(token);
                if (found != expected && found != 0) {
                    throw refused("position_ids of a row hold " + found + " at token " + token + ", where " + expected
                            + " is due");
                }
                expected = found + 1;
            }
        }
    }

    private static RequestException refused(String what) {
        return new RequestException(
                ErrorCode.INVALID_WIRE_DATA,
                what,
                "this row must not be trained; look for the fault in what packed it");
    }
}
