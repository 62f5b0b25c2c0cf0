package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Collects a step in memory, since a message leaves as a whole, and hands it to an outlet. */
final class ZmqStepSender<T> implements StepSender<T> {

    private final StepFormat<T> format;
    private final ZmqOutlet outlet;
    private OptionalLong committed = OptionalLong.empty();
    private @Nullable Collected open;

    ZmqStepSender(StepFormat<T> format, ZmqOutlet outlet) {
        this.format = format;
        this.outlet = outlet;
    }

    @Override
    public OptionalLong committed() {
        return committed;
    }

    @Override
    public OutgoingStep<T> begin(long step, int itemsPerRank) {
        if (open != null) {
            throw new IllegalStateException("step " + open.rules.step() + " is still open");
        }
        open = new Collected(StepRules.begin(committed, step, itemsPerRank, outlet.ranks()));
        return open;
    }

    @Override
    public void close() {
        outlet.close();
    }

    private final class Collected implements OutgoingStep<T> {

        private final StepRules rules;
        private final List<ByteArrayOutputStream> payloads = new ArrayList<>();
        private boolean over;

        private Collected(StepRules rules) {
            this.rules = rules;
            for (int rank = 0; rank < outlet.ranks(); rank++) {
                ByteArrayOutputStream payload = new ByteArrayOutputStream();
                write(() -> format.open(payload, rules.itemsPerRank()));
                payloads.add(payload);
            }
        }

        @Override
        public void add(int rank, T item) {
            requireOpen();
            rules.add(rank);
            write(() -> format.codec().write(item, payloads.get(rank)));
        }

        @Override
        public void commit() {
            requireOpen();
            rules.commit();
            outlet.awaitReaders();
            for (int rank = 0; rank < payloads.size(); rank++) {
                ByteArrayOutputStream payload = payloads.get(rank);
                write(() -> format.finish(payload, rules.step()));
                outlet.send(rank, payload.toByteArray());
                payload.reset();
            }
            committed = OptionalLong.of(rules.step());
            close();
        }

        private void requireOpen() {
            if (over) {
                throw new IllegalStateException("step " + rules.step() + " is over");
            }
        }

        private void write(Writing writing) {
            try {
                writing.write();
            } catch (IOException e) {
                throw new UncheckedIOException("memory does not fail", e);
            } catch (OutOfMemoryError e) {
                throw new RequestException(
                        ErrorCode.ROW_TOO_LARGE,
                        "step " + rules.step() + " does not fit into one message a rank",
                        "give this process more heap, make steps smaller, or take files or Kafka",
                        e);
            }
        }

        @Override
        public void close() {
            over = true;
            open = null;
        }
    }

    private interface Writing {
        void write() throws IOException;
    }
}
