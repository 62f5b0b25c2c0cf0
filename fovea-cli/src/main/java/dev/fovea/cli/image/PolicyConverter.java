package dev.fovea.cli.image;

import dev.fovea.vision.DecodePolicy;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Reads a decode policy by its name in settings. */
public final class PolicyConverter implements CommandLine.ITypeConverter<DecodePolicy> {

    @Override
    public DecodePolicy convert(String text) {
        return Stream.of(DecodePolicy.values())
                .filter(policy -> policy.id().equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new CommandLine.TypeConversionException(text + " is none of "
                        + Stream.of(DecodePolicy.values()).map(DecodePolicy::id).collect(Collectors.joining(", "))));
    }
}
