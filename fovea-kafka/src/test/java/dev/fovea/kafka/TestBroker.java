package dev.fovea.kafka;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real broker in a process of its own, with a controller in it, on files that are thrown away. */
final class TestBroker implements AutoCloseable {

    private final Process process;
    private final int port;

    private TestBroker(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one and waits until it answers. */
    static TestBroker start(Path folder) throws IOException {
        int port = freePort();
        Path log = folder.resolve("broker.log");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx384m",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classPath(),
                        BrokerMain.class.getName(),
                        folder.toString(),
                        Integer.toString(port),
                        Integer.toString(freePort())))
                .redirectError(log.toFile())
                .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        while (line != null && !line.equals(BrokerMain.READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("the broker did not start:\n" + Files.readString(log));
        }
        Thread.ofPlatform().daemon().start(() -> out.lines().forEach(ignored -> {}));
        return new TestBroker(process, port);
    }

    /** Surefire hides the class path behind a jar with a manifest, and tells it in a property. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String bootstrap() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
