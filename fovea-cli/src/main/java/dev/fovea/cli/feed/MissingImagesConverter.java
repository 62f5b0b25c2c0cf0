package dev.fovea.cli.feed;

import dev.fovea.contract.error.SetupException;
import dev.fovea.training.feed.MissingImages;
import picocli.CommandLine;

/** Reads a policy by its name in settings. */
final class MissingImagesConverter implements CommandLine.ITypeConverter<MissingImages> {

    @Override
    public MissingImages convert(String text) {
        try {
            return MissingImages.of(text);
        } catch (SetupException e) {
            throw new CommandLine.TypeConversionException(e.what() + "; " + e.remedy());
        }
    }
}
