package dev.fovea.conform.training;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which of our documented rules a reference breaks that some decoder of the field accepts; found from the record alone. */
final class RefStrictness {

    private static final Pattern HASH = Pattern.compile("[a-f0-9]{32}");
    private static final Pattern FINGERPRINT = Pattern.compile("[a-f0-9]{16,64}");

    private static final Pattern SHOWN_FINGERPRINT = Pattern.compile("\"fingerprint\":\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final String BROKEN_FINGERPRINT = "references with a broken fingerprint are refused";

    private RefStrictness() {}

    static Optional<String> reason(Map<?, ?> members) {
        if (!HASH.matcher(String.valueOf(members.get("mm_hash"))).matches()) {
            return Optional.of("references with a hash other than 32 hexadecimal digits are refused");
        }
        if (String.valueOf(members.get("raw_image_uri")).isEmpty()) {
            return Optional.of("references without a place are refused");
        }
        if (members.get("fingerprint") instanceof String fingerprint
                && !FINGERPRINT.matcher(fingerprint).matches()) {
            return Optional.of(BROKEN_FINGERPRINT);
        }
        if (!isFinite(members.get("payload"))) {
            return Optional.of("references with numbers that JSON does not have are refused");
        }
        return Optional.empty();
    }

    /** Forms of the text that lenient JSON readers let through. */
    static Optional<String> ofText(String text) {
        String body = text.substring(text.indexOf(':') + 1);
        if (body.isEmpty() || Character.isWhitespace(body.charAt(0))) {
            return Optional.of("references with white space before their JSON are refused");
        }
        if (body.contains("NaN") || body.contains("Infinity")) {
            return Optional.of("references with numbers that JSON does not have are refused");
        }
        Matcher fingerprint = SHOWN_FINGERPRINT.matcher(body);
        if (fingerprint.find() && !FINGERPRINT.matcher(fingerprint.group(1)).matches()) {
            return Optional.of(BROKEN_FINGERPRINT);
        }
        if (body.contains("\"fingerprint\":null") || body.matches(".*\"fingerprint\":[0-9{\\[tf].*")) {
            return Optional.of("references whose fingerprint is no text are refused");
        }
        return Optional.empty();
    }

    private static boolean isFinite(@Nullable Object value) {
        return switch (value) {
            case Double number -> Double.isFinite(number);
            case Map<?, ?> map -> areFinite(map.values());
            case List<?> list -> areFinite(list);
            case null, default -> true;
        };
    }

    private static boolean areFinite(Collection<?> values) {
        return values.stream().allMatch(RefStrictness::isFinite);
    }
}
