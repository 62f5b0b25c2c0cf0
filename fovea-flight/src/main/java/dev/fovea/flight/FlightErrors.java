package dev.fovea.flight;

import dev.fovea.contract.error.FoveaException;
import java.util.concurrent.CancellationException;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;

/** Errors as clients of Flight see them: a status that says whether to try again, and our code at the message's end. */
final class FlightErrors {

    private FlightErrors() {}

    static FlightRuntimeException of(Throwable failure) {
        if (failure instanceof FlightRuntimeException already) {
            return already;
        }
        if (failure instanceof FoveaException known) {
            return status(known)
                    .withDescription(known.what() + "; " + known.remedy() + " ["
                            + known.code().wire() + "]")
                    .toRuntimeException();
        }
        if (failure instanceof CancellationException) {
            return CallStatus.CANCELLED.withDescription(failure.getMessage()).toRuntimeException();
        }
        return CallStatus.INTERNAL
                .withDescription("a fault of the feed; its log says more [internal_error]")
                .withCause(failure)
                .toRuntimeException();
    }

    private static CallStatus status(FoveaException known) {
        int http = known.code().httpStatus();
        if (http == 404) {
            return CallStatus.NOT_FOUND;
        }
        return http < 500
                ? CallStatus.INVALID_ARGUMENT
                : known.code().retryable() ? CallStatus.UNAVAILABLE : CallStatus.INTERNAL;
    }
}
