package dev.fovea.cli.demo;

import dev.fovea.cli.engine.EngineChoice;
import dev.fovea.cli.engine.EngineSetup;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for, checked.
 *
 * @param checkpoint empty where a fresh one is to be made
 * @param engine who answers
 * @param trainer who learns
 */
record DemoSettings(
        long seed,
        int steps,
        int imagesPerTurn,
        Path out,
        Optional<Path> checkpoint,
        boolean warmUpOnly,
        Set<Control> controls,
        EngineSetup engine,
        TrainerChoice trainer) {

    private static final int MOST_STEPS = 100_000;

    static DemoSettings checked(
            long seed,
            int steps,
            int imagesPerTurn,
            @Nullable Path out,
            @Nullable Path checkpoint,
            boolean warmUpOnly,
            Set<Control> controls,
            EngineSetup engine,
            TrainerChoice trainer) {
        require(steps >= 0 && steps <= MOST_STEPS, "--steps " + steps + " is out of range", "give 0 to " + MOST_STEPS);
        require(
                imagesPerTurn == 1 || imagesPerTurn == 2,
                "--images-per-turn " + imagesPerTurn + " is not possible",
                "give 1 or 2");
        require(
                !warmUpOnly || controls.isEmpty(),
                "--warmup-only and --control exclude each other",
                "controls judge what reinforcement learning made");
        require(
                steps == 0 || !(engine.choice() instanceof EngineChoice.References),
                "--engine references=URL keeps its own weights, and a demo trains new ones",
                "give --engine vllm=URL, or evaluate with ./fovea eval");
        require(
                trainer instanceof TrainerChoice.Embedded || (checkpoint != null && !warmUpOnly),
                "--trainer of another program without --checkpoint",
                "make one with ./fovea demo --warmup-only, whose run folder then holds it as checkpoint/");
        return new DemoSettings(
                seed,
                steps,
                imagesPerTurn,
                out == null ? defaultOut() : out,
                Optional.ofNullable(checkpoint),
                warmUpOnly,
                Set.copyOf(controls),
                engine,
                trainer);
    }

    private static Path defaultOut() {
        return Path.of(
                "runs",
                "demo-"
                        + LocalDateTime.now(ZoneId.systemDefault())
                                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")));
    }

    private static void require(boolean holds, String what, String remedy) {
        if (!holds) {
            throw new SetupException(ErrorCode.INVALID_CONFIGURATION, what, remedy);
        }
    }

    boolean evaluates(Control control) {
        boolean named = controls.contains(Control.BLANK) || controls.contains(Control.SWAP);
        return !named || controls.contains(control);
    }

    boolean zeroAdvantages() {
        return controls.contains(Control.NO_ADVANTAGE);
    }
}
