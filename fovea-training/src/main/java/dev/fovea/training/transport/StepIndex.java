package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.WireCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Where the items of a step stand in its bytes. */
final class StepIndex {

    /** Of each item, and of what follows the last. */
    private final long[] starts;

    private StepIndex(long[] starts) {
        this.starts = starts;
    }

    /** Walks over a list, from its head to its end. */
    static StepIndex of(MessagePackWalk walk) {
        long items = walk.array();
        if (items >= Integer.MAX_VALUE) {
            throw walk.fault("holds " + items + " items, more than a step may");
        }
        long[] starts = new long[(int) items + 1];
        for (int i = 0; i < items; i++) {
            starts[i] = walk.position();
            walk.skip(1);
        }
        starts[(int) items] = walk.position();
        return new StepIndex(starts);
    }

    int items() {
        return starts.length - 1;
    }

    /**
     * Decodes one item.
     *
     * @throws RequestException with the item's number and place
     */
    <T> T item(int index, MemorySegment bytes, WireCodec<T> codec) {
        long length = starts[index + 1] - starts[index];
        if (length > Integer.MAX_VALUE) {
            throw refused(index, "takes " + length + " bytes, more than one item may");
        }
        try {
            // on the heap: the decoder reaches memory outside it through internals of the JDK only
            byte[] item = bytes.asSlice(starts[index], length).toArray(ValueLayout.JAVA_BYTE);
            return codec.read(ByteBuffer.wrap(item));
        } catch (RequestException e) {
            throw refused(index, e.what());
        }
    }

    private RequestException refused(int index, String what) {
        return new RequestException(
                ErrorCode.INVALID_WIRE_DATA,
                "item " + index + ", which begins at byte " + starts[index] + ": " + what,
                "write it with the contract's codec");
    }
}
