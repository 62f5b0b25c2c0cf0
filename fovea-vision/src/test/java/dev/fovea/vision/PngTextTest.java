package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PngTextTest {

    private static final int MEBIBYTE = 1 << 20;
    private static final byte[] PICTURE = Golden.bytes("/golden/images/png_rgb_t_100x60.png");
    private static final int AFTER_HEADER = 33;

    private final ImageDecoder decoder = ImageDecoder.proven(ImageLimits.DEFAULT);

    @ParameterizedTest
    @CsvSource({"zTXt,'k\0\0'", "iCCP,'k\0\0'", "iTXt,'k\0\1\0en\0k\0'"})
    void aChunkMayInflateToPillowsBoundAndNoFurther(String type, String names) {
        byte[] atBound = withChunk(type, compressed(names, MEBIBYTE));
        byte[] above = withChunk(type, compressed(names, MEBIBYTE + 1));

        assertThat(decoder.decode(atBound).size().width()).isEqualTo(100);
        assertThatThrownBy(() -> decoder.decode(above))
                .isInstanceOfSatisfying(
                        RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMAGE_TOO_LARGE))
                .hasMessageContaining(type);
    }

    @ParameterizedTest
    @CsvSource({"64,true", "65,false"})
    void allTextsTogetherAreBounded(int chunks, boolean allowed) {
        byte[] image = PICTURE;
        for (int i = 0; i < chunks; i++) {
            image = withChunk(image, "zTXt", compressed("k\0\0", MEBIBYTE));
        }
        byte[] complete = image;

        if (allowed) {
            assertThat(decoder.decode(complete).size().height()).isEqualTo(60);
        } else {
            assertThatThrownBy(() -> decoder.decode(complete)).hasMessageContaining("text chunks");
        }
    }

    private static byte[] withChunk(String type, byte[] data) {
        return withChunk(PICTURE, type, data);
    }

    private static byte[] withChunk(byte[] image, String type, byte[] data) {
        byte[] named = ByteBuffer.allocate(4 + data.length)
                .put(type.getBytes(StandardCharsets.US_ASCII))
                .put(data)
                .array();
        CRC32 crc = new CRC32();
        crc.update(named);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(image, 0, AFTER_HEADER);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(named);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
        out.writeBytes(Arrays.copyOfRange(image, AFTER_HEADER, image.length));
        return out.toByteArray();
    }

    private static byte[] compressed(String names, int bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(names.getBytes(StandardCharsets.ISO_8859_1));
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(new byte[bytes]);
            deflater.finish();
            byte[] buffer = new byte[8192];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
        }
        return out.toByteArray();
    }
}
