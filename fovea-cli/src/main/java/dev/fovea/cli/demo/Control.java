package dev.fovea.cli.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A check that a policy which does not see must fail. */
enum Control {
    BLANK,
    SWAP,
    NO_ADVANTAGE;

    private String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Reads {@code no-advantage} and the like. */
    static final class Converter implements ITypeConverter<Control> {
        @Override
        public Control convert(String text) {
            return Arrays.stream(values())
                    .filter(control -> control.label().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of "
                            + Arrays.stream(values()).map(Control::label).collect(Collectors.joining(", "))));
        }
    }
}
