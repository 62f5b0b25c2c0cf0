package dev.fovea.training.transport;

import dev.fovea.contract.error.StorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of one leg on disk.
 *
 * @param rollouts the folder of the step folders
 * @param files what a step folder holds, one a rank
 */
record StepFolders(Path rollouts, List<String> files) {

    /** Decimal without padding; others' folders beside it are left alone. */
    private static final Pattern STEP = Pattern.compile("step_([1-9]\\d{0,17})");

    StepFolders {
        files = List.copyOf(files);
    }

    Path folder(long step) {
        return rollouts.resolve("step_" + step);
    }

    /** Where a step is written before it is renamed. */
    Path staging(long step) {
        return rollouts.resolve(".step_" + step + ".tmp");
    }

    /** Where a reader keeps the last step that it released. */
    Path released(String file) {
        return rollouts.resolve("." + file + ".released");
    }

    /** The steps of which at least one file is there, in no order. */
    List<Long> present() {
        List<Long> steps = new ArrayList<>();
        for (Path entry : entries()) {
            Matcher name = STEP.matcher(entry.getFileName().toString());
            if (name.matches() && files.stream().anyMatch(file -> Files.exists(entry.resolve(file)))) {
                steps.add(Long.parseLong(name.group(1)));
            }
        }
        return steps;
    }

    /** What writers that died have left behind. */
    List<Path> abandoned() {
        return entries().stream()
                .filter(entry -> {
                    String name = entry.getFileName().toString();
                    return name.startsWith(".step_") && name.endsWith(".tmp");
                })
                .toList();
    }

    /** The last step that was written, whether its files are still there or were released. */
    OptionalLong lastWritten() {
        long last = present().stream().mapToLong(Long::longValue).max().orElse(0);
        for (String file : files) {
            last = Math.max(last, ReleasedMark.read(released(file)));
        }
        return last == 0 ? OptionalLong.empty() : OptionalLong.of(last);
    }

    /** Removes one rank's file, and the folder if nothing else is in it. */
    void remove(long step, String file) {
        Path target = folder(step).resolve(file);
        try {
            Files.deleteIfExists(target);
            Files.deleteIfExists(folder(step));
        } catch (DirectoryNotEmptyException e) {
            return; // other ranks' files
        } catch (IOException e) {
            throw failed("remove", target, e);
        }
    }

    private List<Path> entries() {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(rollouts)) {
            found.forEach(entries::add);
        } catch (NoSuchFileException e) {
            return List.of(); // nothing was written yet
        } catch (IOException e) {
            throw failed("list", rollouts, e);
        }
        return entries;
    }

    /** Makes names durable: what was renamed is only found after a power cut once its folder was written. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static StorageException failed(String action, Path path, IOException cause) {
        return new StorageException(
                StorageException.codeOf(cause),
                "could not " + action + " " + path + " (" + cause + ")",
                "check free space and permissions of the run folder",
                cause);
    }
}
