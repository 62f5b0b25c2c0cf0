package dev.fovea.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Somebody who turns pictures into patches, in a process of its own. */
interface Contender extends AutoCloseable {

    /** The name in tables. */
    String name();

    /** What exactly ran, for example versions. */
    String version();

    /** The next round of every step on every picture, each step timed on one thread. */
    Map<Path, Times> round() throws IOException;

    @Override
    void close();
}
