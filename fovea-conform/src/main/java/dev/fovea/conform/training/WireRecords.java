package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.error.RequestException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** MessagePack structs: what the reference wrote, and what its reader made of damaged bytes. */
final class WireRecords {

    private final ConformReport report;

    WireRecords(ConformReport report) {
        this.report = report;
    }

    /** Bytes that the reference wrote: read, equal in value, and written again byte for byte. */
    void good(JsonNode row) {
        String id = "wire/good " + row.path("id").stringValue();
        byte[] bytes = HexFormat.of().parseHex(row.path("hex").stringValue());
        Optional<WireStruct<?>> struct = WireStruct.named(row.path("type").stringValue());
        if (struct.isEmpty()) {
            report.apart("tensors on the wire are refused");
            return;
        }
        read(id, struct.get(), bytes, Recorded.plain(row.path("value")));
    }

    /** Any bytes, with the verdict of the reference's reader. */
    void decode(JsonNode row) {
        String id = "wire/decode " + row.path("id").stringValue();
        if (!row.has("hex")) {
            report.apart("bytes that the corpus leaves out");
            return;
        }
        byte[] bytes = HexFormat.of().parseHex(row.path("hex").stringValue());
        WireStruct<?> struct = WireStruct.named(row.path("type").stringValue()).orElseThrow();
        JsonNode verdict = row.path("verdict");
        if (Recorded.accepted(verdict)) {
            read(id, struct, bytes, Recorded.plain(verdict.path("ok")));
        } else {
            refuse(id, struct, bytes);
        }
    }

    private void refuse(String id, WireStruct<?> struct, byte[] bytes) {
        try {
            Object value = struct.codec().read(ByteBuffer.wrap(bytes));
            report.differs(id, "read " + value + " where the reference refuses");
        } catch (RequestException refused) {
            report.compare(id, true, String.valueOf(refused.getMessage()).contains("byte"));
        }
    }

    private <T> void read(String id, WireStruct<T> struct, byte[] bytes, @Nullable Object recorded) {
        Optional<String> stricter = WireStrictness.reason(struct, recorded);
        T value;
        try {
            value = struct.codec().read(ByteBuffer.wrap(bytes));
        } catch (RequestException refused) {
            stricter.ifPresentOrElse(report::apart, () -> report.differs(id, "refused: " + refused.getMessage()));
            return;
        }
        if (stricter.isPresent()) {
            report.differs(id, "read, although " + stricter.get());
            return;
        }
        Optional<String> normalised = WireStrictness.normalised(recorded);
        if (normalised.isPresent()) {
            report.apart(normalised.get());
            return;
        }
        if (!Recorded.same(recorded, struct.plain(value))) {
            report.differs(id, "another value: " + struct.plain(value));
            return;
        }
        writeAgain(id, struct, bytes, value, recorded);
    }

    /** What we write is canonical: equal to the bytes wherever those were. */
    private <T> void writeAgain(String id, WireStruct<T> struct, byte[] bytes, T value, @Nullable Object recorded) {
        byte[] ours = struct.codec().encode(value);
        boolean written = id.startsWith("wire/good ");
        if (written && !Arrays.equals(bytes, ours) && WireStrictness.hasIntegersAmongFloats(recorded)) {
            report.apart("whole numbers in float lists are written as floats");
        } else if (written && !Arrays.equals(bytes, ours)) {
            report.differs(id, "other bytes from index " + Arrays.mismatch(bytes, ours));
        } else if (Recorded.same(
                struct.plain(value), struct.plain(struct.codec().read(ByteBuffer.wrap(ours))))) {
            report.equal();
        } else {
            report.differs(id, "does not come back from its own bytes");
        }
    }

    /** What no writer may send. */
    void encodeRefused(JsonNode row) {
        switch (row.path("id").stringValue()) {
            case "lone-surrogate" ->
                report.compare("wire/encode_refused lone-surrogate", true, WireStruct.refusesHalfPairs());
            case "int-2^64", "int-below" -> report.apart("numbers beyond 64 bits have no type here");
            default -> report.apart("counts of rows a rank are checked by the transports' own tests");
        }
    }
}
