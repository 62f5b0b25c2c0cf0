package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expectations come from CPython 3.11. */
class PythonJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '\0',
            value = {
                "{\"b\":1,\"a\":[1,2,{}],\"c\":[]}~{\"b\": 1, \"a\": [1, 2, {}], \"c\": []}",
                "{\"a\":1,\"b\":2,\"a\":3}~{\"a\": 3, \"b\": 2}",
                "1.0~1.0",
                "1e2~100.0",
                "-0~0",
                "-0.0~-0.0",
                "1e-5~1e-05",
                "0.0001~0.0001",
                "1e16~1e+16",
                "1e15~1000000000000000.0",
                "123456789012345680.0~1.2345678901234568e+17",
                "1.5e300~1.5e+300",
                "5e-324~5e-324",
                "2e-323~2e-323",
                "1e400~Infinity",
                "NaN~NaN",
                "-Infinity~-Infinity",
                "2e23~2e+23",
                "9007199254740993.0~9007199254740992.0",
                "1180591620717411303424~1180591620717411303424",
                "[true,false,null]~[true, false, null]",
                "\"\\u0001\\u001f\\u007f\\u2028/<&\\u00e9\\ud83d\\ude00\\\"\\\\\\b\\f\\n\\r\\t\"~\"\\u0001\\u001f\u007f\u2028/<&é\ud83d\ude00\\\"\\\\\\b\\f\\n\\r\\t\"",
                "\"\\ud83d\"~\"\\ud83d\"",
            })
    void writesWhatPythonWrites(String json, String expected) {
        assertThat(PythonJson.text(PythonJson.read(json).orElseThrow())).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "01",
                ".5",
                "1.",
                "+1",
                "nan",
                "INF",
                "-INF",
                "+Infinity",
                "+INF",
                "[INF]",
                "{'a': 1}",
                "{\"a\": 1,}",
                "[1] x",
                "// c\n1",
                "\ufeff1",
                "\"a\nb\"",
                "\"\\x\"",
                "{\"a\"",
                "tru",
                "\u00a01"
            })
    void refusesWhatPythonRefuses(String json) {
        assertThat(PythonJson.read(json)).isEmpty();
    }

    @Test
    void takesInfinityInsideAString() {
        assertThat(PythonJson.read("\"+INF\"").map(PythonJson::text)).hasValue("\"+INF\"");
    }

    @Test
    void neverOverflowsOnNesting() {
        assertThat(PythonJson.read("[".repeat(100_000))).isEmpty();
        assertThat(PythonJson.read("9".repeat(100_000))).isEmpty();
    }

    @Test
    void sortsCanonicalTextByCodePoint() {
        String json = "{\"\uffff\": 1, \"\ud83d\ude00\": {\"b\": 1.0, \"a\": 2}, \"a\": []}";

        assertThat(PythonJson.canonical(PythonJson.read(json).orElseThrow()))
                .isEqualTo("{\"a\":[],\"\uffff\":1,\"\ud83d\ude00\":{\"a\":2,\"b\":1.0}}");
    }

    @Test
    void givesEveryDoubleBack() {
        long seed = Long.getLong("fovea.seed", System.nanoTime());
        System.out.println("PythonJsonTest seed " + seed);
        Random random = new Random(seed);

        for (int i = 0; i < 50_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(PythonFloat.repr(value)))
                        .as("seed %d", seed)
                        .isEqualTo(value);
            }
        }
    }

    /** For messages of failed assertions. */
    static String ascii(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().forEach(c -> shown.append(c >= ' ' && c < 0x7F ? Character.toString(c) : "\\u%04x".formatted(c)));
        return shown.toString();
    }
}
