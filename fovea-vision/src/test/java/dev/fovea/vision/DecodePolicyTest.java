package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.assets.AllowedRoots;
import dev.fovea.assets.AssetReader;
import dev.fovea.assets.FileUri;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ImageSize;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.IdentityException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodePolicyTest {

    private static final byte[] TURNED = Golden.bytes("/golden/images/jpeg_exif6_text_120x80.jpg");

    @TempDir
    Path folder;

    @Test
    void aPictureIsLaidOutInTheSizeThatItIsDecodedIn() throws IOException {
        Path file = Files.write(folder.resolve("turned.jpg"), TURNED);
        AssetReader reader = new AssetReader(AllowedRoots.of(List.of(folder)), 1 << 20);

        for (DecodePolicy policy : DecodePolicy.values()) {
            ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT, policy);
            ImageResolver resolver = new ImageResolver(reader, decoder, new FlatProcessor());

            int rows = decoder.decode(TURNED).size().height();

            assertThat(resolver.resolve(FileUri.of(file)).placeholderLength()).isEqualTo(rows);
        }
    }

    @Test
    void exifThatCannotBeReadStopsOnlyTheLoaderThatNeedsIt() {
        byte[] broken = TURNED.clone();
        int header = new String(broken, StandardCharsets.ISO_8859_1).indexOf("Exif\0\0") + 6;
        broken[header] = 'X';

        for (DecodePolicy policy : DecodePolicy.values()) {
            ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT, policy);
            if (policy == DecodePolicy.EXIF) {
                assertThatThrownBy(() -> decoder.decode(broken)).hasMessageContaining("EXIF data cannot be read");
            } else {
                assertThat(decoder.decode(broken).size()).isEqualTo(new ImageSize(120, 80));
            }
        }
    }

    @Test
    void aFileThatShrinksBeforeItIsReadIsAnErrorAndNoPicture() throws IOException {
        Path file = Files.write(folder.resolve("shrinking.jpg"), TURNED);
        AssetReader reader = new AssetReader(AllowedRoots.of(List.of(folder)), 1 << 20);
        MmHash hash = ImageHash.of(TURNED).mmHash();
        reader.read(FileUri.of(file), hash);

        Files.write(file, Arrays.copyOf(TURNED, TURNED.length / 2));

        assertThatThrownBy(() -> reader.read(FileUri.of(file), hash))
                .isInstanceOfSatisfying(
                        IdentityException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ASSET_CHANGED));
    }

    @Test
    void theNamesOfPoliciesAreStable() {
        assertThat(DecodePolicy.values())
                .extracting(DecodePolicy::identity)
                .containsExactly(
                        "pillow-13/plain",
                        "pillow-13/exif",
                        "pillow-13/white",
                        "pillow-13/transformers-5.19",
                        "pillow-13/transformers-5.24",
                        "pillow-13/transformers-5.24-converted",
                        "pillow-13/vllm");
    }
}
