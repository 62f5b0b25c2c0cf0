package dev.fovea.training.transport;

/** Where a whole step leaves this process. */
interface ZmqOutlet extends AutoCloseable {

    int ranks();

    /** Waits until everybody who must get the step can get it. */
    void awaitReaders();

    /** Sends one rank's part of a step. */
    void send(int rank, byte[] payload);

    @Override
    void close();
}
