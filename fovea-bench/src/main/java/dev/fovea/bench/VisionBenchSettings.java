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
 */
public record VisionBenchSettings(String python, String rust, List<Path> files, int turns) {

    public VisionBenchSettings {
        files = List.copyOf(files);
        if (turns < 1) {
            throw new IllegalArgumentException("turns of " + turns);
        }
    }
}
