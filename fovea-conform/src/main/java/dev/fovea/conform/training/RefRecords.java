package dev.fovea.conform.training;

import dev.fovea.conform.ConformReport;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.error.RequestException;
import dev.fovea.contract.wire.LayoutFingerprint;
import dev.fovea.contract.wire.MmRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code mmraw:} references in their three forms, descriptors and layout fingerprints. */
final class RefRecords {

    private static final List<String> FORMS = List.of("f3", "f2", "f1");

    private final ConformReport report;

    RefRecords(ConformReport report) {
        this.report = report;
    }

    /** What the reference's encoders wrote: written equally, and read equally. */
    void good(JsonNode row) {
        String id = "refs/good " + row.path("id").stringValue();
        Map<?, ?> input = map(Recorded.plain(row.path("input")));
        String text = row.path("ref").stringValue();
        Optional<String> stricter = RefStrictness.reason(input);
        if (stricter.isPresent()) {
            report.compare(id, Optional.empty(), decoded(text));
            report.apart(stricter.get());
            return;
        }
        MmRef.Form form = MmRef.Form.valueOf(row.path("form").stringValue().toUpperCase(Locale.ROOT));
        report.compare(id + " written", text, ref(input).encode(form));
        read(id, text, row.path("verdicts"));
    }

    /** Any text, with the verdicts of all decoders; ours reads every form. */
    void malformed(JsonNode row) {
        read("refs/malformed " + row.path("id").stringValue(), row.path("ref").stringValue(), row.path("verdicts"));
    }

    private void read(String id, String text, JsonNode verdicts) {
        Optional<Map<?, ?>> recorded = FORMS.stream()
                .map(verdicts::path)
                .filter(Recorded::accepted)
                .<Map<?, ?>>map(verdict -> map(Recorded.plain(verdict.path("ok"))))
                .findFirst();
        Optional<Map<String, @Nullable Object>> ours = decoded(text);
        if (recorded.isEmpty()
                && ours.isPresent()
                && ours.get().get("fingerprint") == null
                && text.startsWith("mmraw:ey")) {
            report.apart("base64url references without a fingerprint are read");
            return;
        }
        if (recorded.isEmpty()) {
            report.compare(id + " refused", Optional.empty(), ours);
            return;
        }
        Optional<String> stricter = RefStrictness.reason(recorded.get()).or(() -> RefStrictness.ofText(text));
        if (stricter.isPresent() && ours.isEmpty()) {
            report.apart(stricter.get());
        } else if (ours.isPresent() && sameMembers(recorded.get(), ours.get())) {
            report.equal();
        } else {
            report.differs(id, "expected " + recorded.get() + ", got " + ours);
        }
    }

    /** A decoder that knows no fingerprint does not record one. */
    private static boolean sameMembers(Map<?, ?> recorded, Map<String, @Nullable Object> ours) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(ours);
        if (!recorded.containsKey("fingerprint")) {
            shown.remove("fingerprint");
        }
        return Recorded.same(recorded, shown);
    }

    private static Optional<Map<String, @Nullable Object>> decoded(String text) {
        try {
            MmRef ref = MmRef.decode(text);
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            members.put("family", ref.family());
            members.put("fingerprint", ref.fingerprint());
            members.put("modality", ref.modality());
            members.put("mm_hash", ref.hash().hex());
            members.put("payload", ref.payload());
            members.put("raw_image_uri", ref.rawImageUri());
            return Optional.of(members);
        } catch (RequestException refused) {
            return Optional.empty();
        }
    }

    /** What encoders refuse, descriptors as they build them, and fingerprints. */
    void encoder(JsonNode row) {
        String id = "refs/encode_refused " + row.path("id").stringValue();
        Map<?, ?> input = map(Recorded.plain(row.path("input")));
        JsonNode verdict = row.path("verdict");
        @Nullable Object ours = input.containsKey("knobs")
                ? fingerprint(input)
                : input.containsKey("mm_hash") ? encoded(input) : item(input);
        if (Recorded.accepted(verdict)) {
            report.compare(id, true, Recorded.same(Recorded.plain(verdict.path("ok")), ours));
        } else {
            report.compare(id, "refused", ours == null ? "refused" : ours);
        }
    }

    private static String fingerprint(Map<?, ?> input) {
        Map<String, @Nullable Object> knobs = new LinkedHashMap<>();
        map(input.get("knobs")).forEach((name, value) -> knobs.put((String) name, value));
        return LayoutFingerprint.of(text(input, "family"), knobs);
    }

    private static @Nullable Object encoded(Map<?, ?> input) {
        try {
            return ref(input).encode();
        } catch (RequestException refused) {
            return null;
        }
    }

    /** The newest form names no modality, so that the members are given as they are; older ones follow our table. */
    private static @Nullable Object item(Map<?, ?> input) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("kind", RawImageDescriptor.KIND);
        Stream.of("modality", "family", "layout_fingerprint", "payload", "vllm_modality", "raw_image_uri")
                .filter(input::containsKey)
                .forEach(name -> members.put(name, input.get(name)));
        try {
            return new RawImageDescriptor(members).members();
        } catch (RequestException refused) {
            return null;
        }
    }

    private static MmRef ref(Map<?, ?> input) {
        Map<String, Object> payload = new LinkedHashMap<>();
        map(input.get("payload")).forEach((name, value) -> payload.put((String) name, value));
        return new MmRef(
                text(input, "family"),
                input.get("fingerprint") instanceof String fingerprint ? fingerprint : null,
                new MmHash(text(input, "mm_hash")),
                text(input, "modality"),
                payload,
                text(input, "raw_image_uri"));
    }

    private static String text(Map<?, ?> map, String name) {
        return String.valueOf(map.get(name));
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
