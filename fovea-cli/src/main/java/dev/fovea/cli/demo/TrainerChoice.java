package dev.fovea.cli.demo;

import dev.fovea.cli.training.TransportConverter;
import dev.fovea.training.transport.TransportSettings;
import picocli.CommandLine;

/** Who learns, as the user named it. */
sealed interface TrainerChoice {

    /** PyTorch in this process. */
    record Embedded() implements TrainerChoice {}

    /** Another program, fed over files in the run folder. */
    record RunFolderFiles() implements TrainerChoice {}

    /** Another program, fed over a transport. */
    record Remote(TransportSettings transport) implements TrainerChoice {}

    /** Reads {@code embedded}, {@code fs}, or a transport's own text. */
    final class Converter implements CommandLine.ITypeConverter<TrainerChoice> {
        @Override
        public TrainerChoice convert(String text) {
            return switch (text) {
                case "embedded" -> new Embedded();
                case "fs" -> new RunFolderFiles();
                default -> new Remote(new TransportConverter().convert(text));
            };
        }
    }
}
