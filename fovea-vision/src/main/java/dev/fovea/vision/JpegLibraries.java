package dev.fovea.vision;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Where JPEG codecs are looked for, fastest first; the JDK's, which is always there, last. */
final class JpegLibraries {

    /** Each looks only when it is asked: a packaged library that nobody needs is not unpacked. */
    static final List<Supplier<Optional<JpegCodec>>> FINDERS =
            List.of(TurboJpeg::find, LeptonicaJpeg::find, () -> Optional.of(new JdkJpeg()));

    private JpegLibraries() {}
}
