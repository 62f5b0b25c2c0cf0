package dev.fovea.kafka;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Where a record belongs, as its headers say: decimals in ASCII, so that any client reads them.
 *
 * @param step from 1
 * @param sequence of the item in its step and rank, from 0
 * @param count items of the step for this rank
 */
record RecordPlace(long step, int sequence, int count) {

    private static final String FORMAT = "fovea-format";
    private static final String STEP = "fovea-step";
    private static final String SEQUENCE = "fovea-sequence";
    private static final String COUNT = "fovea-count";

    /** Of these headers and of the value. */
    private static final long VERSION = 1;

    List<Header> headers() {
        return List.of(header(FORMAT, VERSION), header(STEP, step), header(SEQUENCE, sequence), header(COUNT, count));
    }

    private static Header header(String name, long value) {
        return new RecordHeader(name, Long.toString(value).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads the headers of a record.
     *
     * @throws RequestException if one is missing or no number, or the format is another
     */
    static RecordPlace of(ConsumerRecord<byte[], byte[]> message) {
        long version = number(message, FORMAT);
        if (version != VERSION) {
            throw refused(message, "is of format " + version + ", and this reader knows " + VERSION);
        }
        RecordPlace place =
                new RecordPlace(number(message, STEP), (int) number(message, SEQUENCE), (int) number(message, COUNT));
        if (place.sequence >= place.count) {
            throw refused(message, "is item " + place.sequence + " of " + place.count);
        }
        return place;
    }

    private static long number(ConsumerRecord<byte[], byte[]> message, String name) {
        Header header = message.headers().lastHeader(name);
        if (header == null) {
            throw refused(message, "has no header " + name);
        }
        try {
            return Long.parseUnsignedLong(new String(header.value(), StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            throw refused(message, "has no number in its header " + name);
        }
    }

    static RequestException refused(ConsumerRecord<byte[], byte[]> message, String what) {
        return new RequestException(
                ErrorCode.INVALID_WIRE_DATA,
                "record " + message.offset() + " of " + message.topic() + "-" + message.partition() + " " + what,
                "let only Fovea's sender write to this topic, or take a new topic");
    }
}
