package dev.fovea.contract.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.MmHash;
import dev.fovea.contract.error.RequestException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vectors of the offload contract, section 17. */
class MmRefTest {

    private static final String F2 =
            "mmraw:{\"family\":\"qwen_vl\",\"fingerprint\":\"c5ece06d40951692b7035ec4dd381742\","
                    + "\"mm_hash\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"modality\":\"image\","
                    + "\"payload\":{\"image_grid_thw\":[[1,16,16]]},\"raw_image_uri\":\"file:///r/a%20b.png\"}";

    private static final String F1 =
            "mmraw:eyJmYW1pbHkiOiJxd2VuX3ZsIiwiZmluZ2VycHJpbnQiOiJjNWVjZTA2ZDQwOTUxNjkyYjcwMzVlYzRkZDM4MTc0MiIsIm1tX2hhc2giOiJhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYSIsIm1vZGFsaXR5IjoiaW1hZ2UiLCJwYXlsb2FkIjp7ImltYWdlX2dyaWRfdGh3IjpbWzEsMTYsMTZdXX0sInJhd19pbWFnZV91cmkiOiJmaWxlOi8vL3IvYSUyMGIucG5nIn0";

    private static final MmRef REF = new MmRef(
            "qwen_vl",
            "c5ece06d40951692b7035ec4dd381742",
            new MmHash("a".repeat(32)),
            "image",
            Map.of("image_grid_thw", List.of(List.of(1, 16, 16))),
            "file:///r/a%20b.png");

    @Test
    void aReferenceIsWrittenInTheFormF2ByteForByte() {
        assertThat(REF.encode()).isEqualTo(F2);
    }

    @Test
    void theOtherFormsAreWrittenWhereTheyAreAskedFor() {
        assertThat(REF.encode(MmRef.Form.F1)).isEqualTo(F1);
        assertThat(REF.encode(MmRef.Form.F2)).isEqualTo(F2);
        assertThat(REF.encode(MmRef.Form.F3))
                .isEqualTo(F2.replace("\"fingerprint\":\"c5ece06d40951692b7035ec4dd381742\",", ""));
    }

    @Test
    void theOldFormsReadAsTheSameReference() {
        assertThat(MmRef.decode(F2)).isEqualTo(REF);
        assertThat(MmRef.decode(F1)).isEqualTo(REF);
        assertThat(MmRef.decode(F2.replace("\"fingerprint\":\"c5ece06d40951692b7035ec4dd381742\",", ""))
                        .fingerprint())
                .isNull();
    }

    @Test
    void aUriWithColonsAndQuotesStaysWhole() {
        MmRef odd = new MmRef("f", null, new MmHash("b".repeat(32)), "image", Map.of(), "file:///a:\"b\"é");

        assertThat(odd.encode()).contains("\\u00e9");
        assertThat(MmRef.decode(odd.encode())).isEqualTo(odd);
    }

    @Test
    void unknownMembersAreSkipped() {
        assertThat(MmRef.decode(F2.replace("{\"family\"", "{\"zzz\":1,\"family\"")))
                .isEqualTo(REF);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mmraw",
                "mmraw:",
                "other:{}",
                "mmraw:v3:eyJh",
                "mmraw:v2:a:b",
                "mmraw:[1]",
                "mmraw:null",
                "mmraw:bnVsbA",
                "mmraw:{bad",
                "mmraw:{}",
                "mmraw:{\"family\":\"qwen vl\",\"mm_hash\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"modality\":\"image\",\"payload\":{},\"raw_image_uri\":\"file:///a\"}",
                "mmraw:{\"family\":\"q\",\"mm_hash\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"modality\":\"image\",\"payload\":{},\"raw_image_uri\":\"file:///a\"}",
                "mmraw:{\"family\":\"q\",\"mm_hash\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"modality\":\"image\",\"raw_image_uri\":\"file:///a\"}",
                "mmraw:{\"family\":\"q\",\"mm_hash\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"modality\":\"image\",\"payload\":{},\"raw_image_data\":\"data:\"}"
            })
    void whatIsNoReferenceIsRefusedWithACode(String text) {
        assertThatThrownBy(() -> MmRef.decode(text)).isInstanceOf(RequestException.class);
    }

    @Test
    void aNumberThatOverflowsIsRefusedBecauseItCouldNotBeWrittenAgain() {
        String text = "mmraw:{\"family\":\"qwen_vl\",\"mm_hash\":\"" + "0".repeat(32)
                + "\",\"modality\":\"image\",\"payload\":{\"image_grid_thw\":[[1e999]]},\"raw_image_uri\":\"file:///a\"}";

        assertThatThrownBy(() -> MmRef.decode(text)).isInstanceOf(RequestException.class);
    }
}
