package dev.fovea.trace;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records on disk: one JSON line an event, appended and handed to the operating system before the event counts. When the process
 * dies, everything committed is there; at most the last line is torn, and readers skip it. The disk itself is synced when the
 * journal closes.
 */
public final class TraceJournal implements TraceLog, AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final NodeJson NODES = new NodeJson(JSON);
    private static final CallJson CALLS = new CallJson(JSON);

    private final Path file;
    private final FileChannel channel;
    private final ReentrantLock lock = new ReentrantLock();

    private TraceJournal(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Starts or continues the journal {@code traces.jsonl} in a folder, which is created. */
    public static TraceJournal open(Path folder) {
        Path file = folder.resolve("traces.jsonl");
        try {
            Files.createDirectories(folder);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            TornLine.drop(channel);
            channel.position(channel.size());
            return new TraceJournal(file, channel);
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    @Override
    public void opened(TraceHeader header) {
        ObjectNode event = event("opened", header);
        event.set("rollout", CALLS.write(header));
        append(event);
    }

    @Override
    public void committed(TraceHeader header, int firstNode, List<MessageNode> nodes, List<ModelCall> calls) {
        ObjectNode event = event("committed", header).put("first_node", firstNode);
        ArrayNode written = event.putArray("nodes");
        nodes.forEach(node -> written.add(NODES.write(node)));
        ArrayNode made = event.putArray("calls");
        calls.forEach(call -> made.add(CALLS.write(call)));
        append(event);
    }

    @Override
    public void rewarded(TraceHeader header, String name, double score) {
        append(event("rewarded", header).put("name", name).put("score", score));
    }

    @Override
    public void measured(TraceHeader header, String name, double value) {
        append(event("measured", header).put("name", name).put("value", value));
    }

    @Override
    public void failed(TraceHeader header, String error) {
        append(event("failed", header).put("error", error));
    }

    @Override
    public void closed(TraceHeader header) {
        append(event("closed", header));
    }

    private static ObjectNode event(String name, TraceHeader header) {
        return JSON.createObjectNode().put("event", name).put("id", header.id());
    }

    private void append(ObjectNode event) {
        byte[] text = JSON.writeValueAsBytes(event);
        ByteBuffer line =
                ByteBuffer.allocate(text.length + 1).put(text).put((byte) '\n').flip();
        lock.lock();
        try {
            long start = channel.position();
            try {
                while (line.hasRemaining()) {
                    channel.write(line);
                }
            } catch (IOException e) {
                channel.truncate(start);
                throw e;
            }
        } catch (IOException e) {
            throw failed(file, e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (channel.isOpen()) {
                channel.force(true);
                channel.close();
            }
        } catch (IOException e) {
            throw failed(file, e);
        } finally {
            lock.unlock();
        }
    }

    private static StorageException failed(Path file, IOException cause) {
        return new StorageException(
                ErrorCode.STORAGE_FAILED,
                "could not write the records " + file + " (" + cause + ")",
                "check free space and permissions of the run folder",
                cause);
    }
}
