package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/** What Kafka's client throws, in the words and codes of this house. */
final class BrokerErrors {

    private BrokerErrors() {}

    /** Waits for an answer of the admin client. */
    static <T> T await(KafkaFuture<T> answer, String doing) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw of(doing, e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e));
        } catch (InterruptedException e) {
            throw of(doing, new InterruptException(e));
        }
    }

    static FoveaException of(String doing, KafkaException cause) {
        if (caused(cause, ProducerFencedException.class) || caused(cause, InvalidProducerEpochException.class)) {
            return new RequestException(
                    ErrorCode.WRITER_REPLACED,
                    "another writer has taken over while " + doing,
                    "end one of the two; what the other commits stands",
                    cause);
        }
        if (caused(cause, RecordTooLargeException.class)) {
            return new RequestException(
                    ErrorCode.ROW_TOO_LARGE,
                    "a broker refused a row as too large while " + doing + " (" + cause.getMessage() + ")",
                    "raise max.message.bytes of the topic, or message.max.bytes of the brokers, or make rows shorter",
                    cause);
        }
        return new StorageException(
                ErrorCode.TRANSPORT_UNAVAILABLE,
                "Kafka failed while " + doing + " (" + cause + ")",
                "see whether the brokers run and allow this client to do so",
                cause);
    }

    private static boolean caused(Throwable error, Class<? extends Throwable> kind) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (kind.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
