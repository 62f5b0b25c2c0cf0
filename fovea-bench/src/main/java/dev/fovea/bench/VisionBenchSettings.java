package dev.fovea.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * What a run beside the rivals needs.
 *
 * @param python an interpreter with transformers and torchvision
 * @param rust the program around llm-multimodal, or empty where none is named
 * @param files one JPEG and one PNG, or empty for the made-up screenshot
 * @param turns how often all contenders take turns
 * @param rounds how often each does every step in a turn; Fovea warms up over four times as many
 */
public record VisionBenchSettings(String python, String rust, List<Path> files, int turns, int rounds) {

    /** Enough for a compiler to have seen everything, few enough for all to share the machine's moods. */
    public static final int DEFAULT_ROUNDS = 10;

    public VisionBenchSettings {
        files = List.copyOf(files);
        if (turns < 1 || rounds < 1) {
            throw new IllegalArgumentException(turns + " turns of " + rounds + " rounds");
        }
    }
}
