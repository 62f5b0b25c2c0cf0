package dev.fovea.vision;

import dev.fovea.contract.error.RequestException;
import java.awt.image.Raster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;

/**
 * The JDK's own image readers, used for samples only: rasters as decoded, no colour conversion, no metadata. A warning is an
 * error, since these readers only warn where Pillow refuses, on a truncated JPEG for example.
 */
final class JdkReader {

    private final String format;

    JdkReader(String format) {
        this.format = format;
    }

    /** Samples as a picture would show them: YCbCr as RGB. */
    Raster read(byte[] encoded) {
        return run(encoded, reader -> reader.read(0).getRaster());
    }

    /** Samples as stored, of any number of bands. */
    Raster readStored(byte[] encoded) {
        return run(encoded, reader -> reader.readRaster(0, null));
    }

    private Raster run(byte[] encoded, Reading reading) {
        ImageReader reader = reader();
        List<String> warnings = new ArrayList<>();
        try (ByteArrayInput input = new ByteArrayInput(encoded)) {
            reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
            reader.setInput(input, true, true);
            Raster raster = reading.of(reader);
            if (!warnings.isEmpty()) {
                throw InvalidImage.because("the " + format + " data is damaged: " + warnings.getFirst());
            }
            return raster;
        } catch (RequestException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw InvalidImage.because("the " + format + " data is damaged: " + e.getMessage(), e);
        } finally {
            reader.dispose();
        }
    }

    /** The JDK's reader even where the class path brings another one. */
    private ImageReader reader() {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format);
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if ("java.desktop".equals(reader.getClass().getModule().getName())) {
                return reader;
            }
        }
        throw InvalidImage.unsupported(format);
    }

    /** One way to read. */
    @FunctionalInterface
    private interface Reading {
        Raster of(ImageReader reader) throws IOException;
    }
}
