package dev.fovea.cli.feed;

import java.nio.file.Path;
import picocli.CommandLine;

/** Where batches go. */
sealed interface FeedTarget {

    /** One safetensors file a batch. */
    record Safetensors(Path folder) implements FeedTarget {}

    /** One Arrow IPC file a batch. */
    record Arrow(Path folder) implements FeedTarget {}

    /** A Flight server. */
    record Flight(int port) implements FeedTarget {}

    /** Reads {@code safetensors:DIR}, {@code arrow:DIR} or {@code flight:PORT}. */
    final class Converter implements CommandLine.ITypeConverter<FeedTarget> {

        private static final int MAX_PORT = 65_535;

        @Override
        public FeedTarget convert(String text) {
            int colon = text.indexOf(':');
            String rest = text.substring(colon + 1);
            if (colon < 0 || rest.isBlank()) {
                throw refused(text);
            }
            return switch (text.substring(0, colon)) {
                case "safetensors" -> new Safetensors(Path.of(rest));
                case "arrow" -> new Arrow(Path.of(rest));
                case "flight" -> new Flight(port(text, rest));
                default -> throw refused(text);
            };
        }

        private static int port(String text, String digits) {
            if (!digits.matches("\\d{1,5}") || Integer.parseInt(digits) > MAX_PORT) {
                throw refused(text);
            }
            return Integer.parseInt(digits);
        }

        private static CommandLine.TypeConversionException refused(String text) {
            return new CommandLine.TypeConversionException(
                    text + " is none of safetensors:DIR, arrow:DIR and flight:PORT");
        }
    }
}
