package dev.fovea.training.transport;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The one string that names a transport. */
final class TransportText {

    private static final Pattern ZMQ =
            Pattern.compile("zmq://([^/:?\\[\\]]+|\\[[^\\]]+\\]):(\\d{1,5})(?:\\?hwm=(\\d{1,6}))?");
    private static final Pattern KAFKA = Pattern.compile("kafka://([^/?]+)/([^/?]*)(?:\\?config=(.+))?");
    private static final Pattern BROKERS = Pattern.compile("[^,:]+:\\d{1,5}(?:,[^,:]+:\\d{1,5})*");

    /** Kafka's own rule, less the room that names of samples' topics need. */
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9_-][a-zA-Z0-9._-]{0,127}");

    private static final int MAX_PORT = 65_535;

    private TransportText() {}

    static TransportSettings parse(String text) {
        if (text.startsWith("fs:")) {
            return fileSystem(text, text.substring("fs:".length()));
        }
        if (text.startsWith("zmq:")) {
            return zmq(text);
        }
        if (text.startsWith("kafka:")) {
            return kafka(text);
        }
        throw refused(text, "names no transport", "write fs:DIR, zmq://HOST:PORT or kafka://HOST:PORT/TOPIC");
    }

    private static TransportSettings fileSystem(String text, String folder) {
        if (folder.isBlank()) {
            throw refused(text, "names no folder", "write fs:DIR");
        }
        return new TransportSettings.FileSystem(path(text, folder));
    }

    private static TransportSettings zmq(String text) {
        Matcher parts = ZMQ.matcher(text);
        if (!parts.matches()) {
            throw refused(text, "is no ZeroMQ address", "write zmq://HOST:PORT, or zmq://HOST:PORT?hwm=N");
        }
        int port = Integer.parseInt(parts.group(2));
        if (port < 1 || port > MAX_PORT - 2) {
            throw refused(text, "leaves no room for three ports in a row", "take a port from 1 to " + (MAX_PORT - 2));
        }
        int mark = parts.group(3) == null
                ? TransportSettings.Zmq.DEFAULT_HIGH_WATER_MARK
                : Integer.parseInt(parts.group(3));
        if (mark < 1) {
            throw refused(text, "lets a socket hold no message", "give hwm at least 1");
        }
        return new TransportSettings.Zmq(parts.group(1), port, mark);
    }

    private static TransportSettings kafka(String text) {
        Matcher parts = KAFKA.matcher(text);
        if (!parts.matches() || !BROKERS.matcher(parts.group(1)).matches()) {
            throw refused(
                    text, "is no Kafka address", "write kafka://HOST:PORT/TOPIC, several HOST:PORT behind commas");
        }
        if (!TOPIC.matcher(parts.group(2)).matches()) {
            throw refused(
                    text,
                    "names no topic that Kafka takes",
                    "take up to 128 letters, digits, '_', '-' and '.', the first no dot");
        }
        Optional<Path> config = Optional.ofNullable(parts.group(3)).map(file -> path(text, file));
        return new TransportSettings.Kafka(parts.group(1), parts.group(2), config);
    }

    private static Path path(String text, String name) {
        try {
            return Path.of(name).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw refused(text, "names no path (" + e.getReason() + ")", "write a path of this system");
        }
    }

    private static SetupException refused(String text, String what, String remedy) {
        return new SetupException(ErrorCode.INVALID_CONFIGURATION, "transport \"" + text + "\" " + what, remedy);
    }
}
