package dev.fovea.training.feed;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * One rank's batches as {@code step_<n>/rank_<r>/<index>.<extension>}. A file has its name once it is whole and on the disk; a step
 * is complete when all of its {@code count} files stand, and then {@code metrics.json} does, too. The trainer creates a file
 * {@code released} beside them when it needs a step no more.
 */
public final class StepFolder {

    private static final String METRICS = "metrics.json";
    private static final String RELEASED = "released";
    private static final String ROWS = "rows.sha256";
    private static final Pattern STEP = Pattern.compile("step_(\\d{1,18})");

    private final Path folder;
    private final int rank;
    private final BatchFormat format;

    public StepFolder(Path folder, int rank, BatchFormat format) {
        this.folder = folder;
        this.rank = rank;
        this.format = format;
    }

    /** Begins a step: what another life left goes away, first of all what says that the step is complete or released. */
    public void begin(long step) {
        Path of = rankFolder(step);
        try {
            Files.createDirectories(of);
            Files.deleteIfExists(of.resolve(METRICS));
            Files.deleteIfExists(of.resolve(RELEASED));
            String left = "{.*.tmp," + ROWS + ",[0-9]*." + format.extension() + "}";
            try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(of, left)) {
                for (Path leftover : leftovers) {
                    Files.delete(leftover);
                }
            }
        } catch (IOException e) {
            throw failed("clear", of, e);
        }
    }

    /** Writes one batch; the caller closes it. */
    public void write(TensorBatch batch) {
        BatchPlace place = batch.metadata().place();
        write(place.step(), name(place.index()), channel -> format.write(batch, channel));
    }

    private String name(int index) {
        return String.format(Locale.ROOT, "%05d.%s", index, format.extension());
    }

    /** Says that a step is complete, and what it took. */
    public void complete(long step, StepMetrics metrics) {
        byte[] json = JsonMapper.shared().writeValueAsString(metrics.named()).getBytes(StandardCharsets.UTF_8);
        write(step, METRICS, channel -> channel.write(ByteBuffer.wrap(json)));
        force(step);
    }

    /**
     * As {@link #complete(long, StepMetrics)}, and keeps what its batches were made of.
     *
     * @param rowsSha256 64 hexadecimal digits
     */
    void complete(long step, StepMetrics metrics, String rowsSha256) {
        byte[] text = (rowsSha256 + "\n").getBytes(StandardCharsets.US_ASCII);
        write(step, ROWS, channel -> channel.write(ByteBuffer.wrap(text)));
        complete(step, metrics);
    }

    /**
     * Demands that a complete step was made of these rows.
     *
     * @throws RequestException {@code step_refused}
     */
    void requireMadeOf(long step, String rowsSha256) {
        Path of = rankFolder(step);
        try {
            if (Files.exists(of.resolve(ROWS))
                    && Files.readString(of.resolve(ROWS)).strip().equals(rowsSha256)) {
                return;
            }
        } catch (IOException e) {
            throw failed("read", of.resolve(ROWS), e);
        }
        throw new RequestException(
                ErrorCode.STEP_REFUSED,
                of + " holds step " + step + " of other rows than those that came",
                "remove the folder of batches of the former run, or name another one");
    }

    /** Renames, too, must be on the disk before the step goes away where it came from. */
    private void force(long step) {
        for (Path of : List.of(rankFolder(step), folder.resolve("step_" + step), folder)) {
            try (FileChannel names = FileChannel.open(of, StandardOpenOption.READ)) {
                names.force(true);
            } catch (IOException e) {
                throw failed("force", of, e);
            }
        }
    }

    /** Whether all of a step is there, in this format: a folder may hold the same step in another one. */
    public boolean isComplete(long step) {
        return Files.exists(rankFolder(step).resolve(METRICS))
                && Files.exists(rankFolder(step).resolve(name(0)));
    }

    /** Complete steps that the trainer has not released yet, in order. */
    public List<Long> waiting() {
        return steps().stream()
                .filter(step -> isComplete(step) && !isReleased(step))
                .toList();
    }

    /** Removes what the trainer released up to the step {@code last}, but for the newest {@code kept} of these steps. */
    public void removeReleased(long last, int kept) {
        List<Long> released = steps().stream()
                .filter(step -> step <= last && isReleased(step))
                .toList();
        released.subList(0, Math.max(0, released.size() - kept)).forEach(this::remove);
    }

    private boolean isReleased(long step) {
        return Files.exists(rankFolder(step).resolve(RELEASED));
    }

    private List<Long> steps() {
        List<Long> steps = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return steps;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                Matcher name = STEP.matcher(entry.getFileName().toString());
                if (name.matches()) {
                    steps.add(Long.parseLong(name.group(1)));
                }
            }
        } catch (IOException e) {
            throw failed("list", folder, e);
        }
        steps.sort(Comparator.naturalOrder());
        return steps;
    }

    /** The mark goes last, so that a removal that was broken off is taken up again. */
    private void remove(long step) {
        Path of = rankFolder(step);
        try {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(of)) {
                for (Path entry : entries) {
                    if (!entry.endsWith(RELEASED)) {
                        Files.delete(entry);
                    }
                }
            }
            Files.delete(of.resolve(RELEASED));
            Files.delete(of);
            Files.delete(of.getParent());
        } catch (DirectoryNotEmptyException e) {
            return; // other ranks still need theirs
        } catch (IOException e) {
            throw failed("remove", of, e);
        }
    }

    private interface Content {
        void write(FileChannel channel) throws IOException;
    }

    private void write(long step, String name, Content content) {
        Path target = rankFolder(step).resolve(name);
        Path temporary = target.resolveSibling("." + name + "." + UUID.randomUUID() + ".tmp");
        try {
            Files.createDirectories(target.getParent());
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.write(channel);
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            discard(temporary, e);
            throw failed("write", target, e);
        }
    }

    private static void discard(Path temporary, Exception cause) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private Path rankFolder(long step) {
        return folder.resolve("step_" + step).resolve("rank_" + rank);
    }

    private static StorageException failed(String action, Path path, IOException cause) {
        return new StorageException(
                StorageException.codeOf(cause),
                "could not " + action + " " + path + " (" + cause + ")",
                "check free space and permissions of the folder of batches",
                cause);
    }
}
