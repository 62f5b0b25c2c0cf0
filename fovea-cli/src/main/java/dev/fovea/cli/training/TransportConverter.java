package dev.fovea.cli.training;

import dev.fovea.contract.error.SetupException;
import dev.fovea.training.transport.TransportSettings;
import picocli.CommandLine;

/** Reads a transport as it is named on a command line. */
public final class TransportConverter implements CommandLine.ITypeConverter<TransportSettings> {

    @Override
    public TransportSettings convert(String text) {
        try {
            return TransportSettings.parse(text);
        } catch (SetupException e) {
            throw new CommandLine.TypeConversionException(e.what() + "; " + e.remedy());
        }
    }
}
