package dev.fovea.cli.feed;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** A number of bytes as people write it. */
public record ByteCount(long bytes) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,12})([KMGT]?)(i?B)?", Pattern.CASE_INSENSITIVE);
    private static final int SHIFT = 10;

    /** Reads {@code 1073741824}, {@code 512M} or {@code 2GiB}; K, M, G and T are powers of 1,024. */
    public static final class Converter implements CommandLine.ITypeConverter<ByteCount> {
        @Override
        public ByteCount convert(String text) {
            Matcher parts = TEXT.matcher(text);
            if (!parts.matches()) {
                throw new CommandLine.TypeConversionException(text + " is no number of bytes, such as 512M or 2G");
            }
            int power = " KMGT"
                    .indexOf(parts.group(2).isEmpty() ? " " : parts.group(2).toUpperCase(Locale.ROOT));
            return new ByteCount(Long.parseLong(parts.group(1)) << (SHIFT * power));
        }
    }
}
