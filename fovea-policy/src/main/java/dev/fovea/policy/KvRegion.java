package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys and values of all live sequences, one row each. The memory is Java's, so that rows move by plain copies, and PyTorch reads it
 * in place: {@code [rows x keyValueHeads, capacity, channels]} for the keys and again for the values of each layer.
 *
 * <p>What lies beyond a sequence's end is zero or an older sequence's; it is finite, and masked.
 */
final class KvRegion implements AutoCloseable {

    private static final int CAPACITY_STEP = 32;
    private static final long ALIGNMENT = 64;

    private final Qwen3VlConfig.Text config;
    private final NDManager root;
    private final long maxBytes;
    private Arena arena = Arena.ofConfined();
    private NDManager views;
    /** Keys of layer 0, values of layer 0, keys of layer 1, and so on. */
    private List<MemorySegment> planes = List.of();

    private List<NDArray> arrays = List.of();
    private int rows;
    private int capacity;

    /** @param maxBytes up to which it grows ahead of need */
    KvRegion(Qwen3VlConfig.Text config, NDManager root, long maxBytes) {
        this.config = config;
        this.root = root;
        this.maxBytes = maxBytes;
        this.views = root.newSubManager();
    }

    /** Bytes of one token in all layers. */
    static long tokenBytes(Qwen3VlConfig.Text config) {
        return 2L * config.layers() * config.keyValueHeads() * config.headChannels() * Float.BYTES;
    }

    /** Bytes of a region. */
    static long bytes(Qwen3VlConfig.Text config, int rows, int tokens) {
        return rows * rounded(tokens) * tokenBytes(config);
    }

    /** Tokens of one sequence that so many bytes hold. */
    static long tokens(Qwen3VlConfig.Text config, long bytes) {
        return bytes / tokenBytes(config) / CAPACITY_STEP * CAPACITY_STEP;
    }

    private static long rounded(long tokens) {
        return (tokens + CAPACITY_STEP - 1) / CAPACITY_STEP * CAPACITY_STEP;
    }

    /** Tokens that a row holds. */
    int capacity() {
        return capacity;
    }

    /**
     * Makes room.
     *
     * @param used rows whose content stays; 0 allows the region to shrink
     */
    void reserve(int wantedRows, int wantedTokens, int used) {
        int wantedCapacity = (int) rounded(wantedTokens);
        boolean wasteful = used == 0 && bytes(config, rows, capacity) > 4 * bytes(config, wantedRows, wantedCapacity);
        if (wasteful) {
            allocate(wantedRows, wantedCapacity, 0);
        } else if (wantedRows > rows || wantedCapacity > capacity) {
            int newCapacity = Math.max(capacity, wantedCapacity);
            long affordable = maxBytes / bytes(config, 1, newCapacity);
            long ahead = wantedRows > rows ? Math.max(wantedRows, 2L * rows) : rows;
            allocate((int) Math.clamp(affordable, wantedRows, ahead), newCapacity, used);
        }
    }

    private void allocate(int newRows, int newCapacity, int used) {
        Arena newArena = Arena.ofConfined();
        NDManager newViews = root.newSubManager();
        List<MemorySegment> newPlanes = new ArrayList<>();
        List<NDArray> newArrays = new ArrayList<>();
        long blocks = (long) newRows * config.keyValueHeads();
        for (int i = 0; i < 2 * config.layers(); i++) {
            MemorySegment plane = newArena.allocate(blocks * newCapacity * channelBytes(), ALIGNMENT);
            for (long block = 0; block < (long) used * config.keyValueHeads(); block++) {
                long target = block * newCapacity * channelBytes();
                MemorySegment.copy(planes.get(i), at(block, 0), plane, target, capacity * channelBytes());
            }
            newPlanes.add(plane);
            newArrays.add(NativeArrays.floats(newViews, plane, new Shape(blocks, newCapacity, config.headChannels())));
        }
        views.close();
        arena.close();
        arena = newArena;
        views = newViews;
        planes = newPlanes;
        arrays = newArrays;
        rows = newRows;
        capacity = newCapacity;
    }

    /** The store of a pass over rows {@code firstRow} onwards, one a stretch. */
    KeyValueStore store(Step step, int firstRow, List<Stretch> stretches, TextInput input) {
        return (layer, keys, values) -> new NDList(
                extend(step, 2 * layer, keys, firstRow, stretches, input),
                extend(step, 2 * layer + 1, values, firstRow, stretches, input));
    }

    private NDArray extend(
            Step step, int plane, NDArray fresh, int firstRow, List<Stretch> stretches, TextInput input) {
        MemorySegment source = Step.read(fresh);
        int heads = config.keyValueHeads();
        for (int i = 0; i < stretches.size(); i++) {
            for (int head = 0; head < heads; head++) {
                write(
                        planes.get(plane),
                        (firstRow + i) * heads + head,
                        stretches.get(i),
                        source,
                        (long) i * input.length() * heads + head);
            }
        }
        NDArray all =
                Ops.slice(arrays.get(plane), 0, (long) firstRow * heads, (long) (firstRow + stretches.size()) * heads);
        all.attach(step.arrays());
        return Ops.slice(all, 1, 0, input.keys());
    }

    /** @param first index of the stretch's first token and this head among the source's blocks of channels */
    private void write(MemorySegment plane, int block, Stretch stretch, MemorySegment source, long first) {
        int heads = config.keyValueHeads();
        if (heads == 1) {
            MemorySegment.copy(
                    source,
                    first * channelBytes(),
                    plane,
                    at(block, stretch.from()),
                    stretch.length() * channelBytes());
            return;
        }
        for (int i = 0; i < stretch.length(); i++) {
            MemorySegment.copy(
                    source,
                    (first + (long) i * heads) * channelBytes(),
                    plane,
                    at(block, stretch.from() + i),
                    channelBytes());
        }
    }

    /** Puts a row in place of another one. */
    void move(int from, int to, int tokens) {
        if (tokens > capacity) {
            throw new IllegalArgumentException(tokens + " tokens of a row that holds " + capacity);
        }
        int heads = config.keyValueHeads();
        for (MemorySegment plane : planes) {
            for (int head = 0; head < heads; head++) {
                MemorySegment.copy(
                        plane, at(from * heads + head, 0), plane, at(to * heads + head, 0), tokens * channelBytes());
            }
        }
    }

    /** Tokens {@code from} to {@code to} of a row: plane by plane, head by head. */
    float[] copyOut(int row, int from, int to) {
        int heads = config.keyValueHeads();
        int run = (to - from) * config.headChannels();
        float[] values = new float[planes.size() * heads * run];
        for (int i = 0; i < planes.size() * heads; i++) {
            long offset = at(row * heads + i % heads, from);
            MemorySegment.copy(planes.get(i / heads), ValueLayout.JAVA_FLOAT, offset, values, i * run, run);
        }
        return values;
    }

    /** Puts the first {@code tokens} of what {@link #copyOut} gave for {@code tokensInside} at {@code from} of a row. */
    void copyIn(float[] values, int tokensInside, int tokens, int row, int from) {
        int heads = config.keyValueHeads();
        int channels = config.headChannels();
        for (int i = 0; i < planes.size() * heads; i++) {
            long offset = at(row * heads + i % heads, from);
            MemorySegment.copy(
                    values,
                    i * tokensInside * channels,
                    planes.get(i / heads),
                    ValueLayout.JAVA_FLOAT,
                    offset,
                    tokens * channels);
        }
    }

    private long at(long block, int token) {
        return (block * capacity + token) * channelBytes();
    }

    private long channelBytes() {
        return (long) config.headChannels() * Float.BYTES;
    }

    @Override
    public void close() {
        views.close();
        arena.close();
    }
}
