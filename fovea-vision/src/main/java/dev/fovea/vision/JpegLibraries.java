package dev.fovea.vision;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The JPEG codecs of this machine, the preferred one first: fastest first, and the JDK's, which is always there, last. */
final class JpegLibraries {

    private JpegLibraries() {}

    static List<JpegCodec> present() {
        return Stream.of(TurboJpeg.find(), LeptonicaJpeg.find(), Optional.<JpegCodec>of(new JdkJpeg()))
                .flatMap(Optional::stream)
                .toList();
    }
}
