package dev.fovea.cli.engine;

import dev.fovea.contract.wire.MmRef;
import java.util.Arrays;
import picocli.CommandLine;

/** Reads {@code auto} (which is F2), {@code F1}, {@code F2} or {@code F3}. */
public final class ReferenceFormConverter implements CommandLine.ITypeConverter<MmRef.Form> {

    @Override
    public MmRef.Form convert(String text) {
        if (text.equals("auto")) {
            return MmRef.Form.F2;
        }
        return Arrays.stream(MmRef.Form.values())
                .filter(form -> form.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new CommandLine.TypeConversionException(text + " is none of auto, F1, F2 and F3"));
    }
}
