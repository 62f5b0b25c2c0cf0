package dev.fovea.contract.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Walks the members of one positional struct, whose trailing defaulted members may be missing. */
final class Fields {

    private final WireReader in;
    private final int present;
    private int next;

    Fields(WireReader in, int required) throws IOException {
        this.in = in;
        this.present = in.arrayHeader();
        if (present < required) {
            throw in.fault("holds a struct of " + present + " members where at least " + required + " are due");
        }
    }

    <T> T required(WireReader.Element<T> element) throws IOException {
        next++;
        return element.read();
    }

    <T> @Nullable T optional(WireReader.Element<T> element) throws IOException {
        return next++ < present ? in.nullable(element) : null;
    }

    /** A member that the contract has but that never travels here. */
    void refused(String name) throws IOException {
        if (next++ < present && !in.isNil()) {
            throw in.fault("carries " + name + ", which this contract does not");
        }
    }

    void end() throws IOException {
        if (present > next) {
            in.skip(present - next);
        }
    }
}
