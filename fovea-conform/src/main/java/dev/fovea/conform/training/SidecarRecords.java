package dev.fovea.conform.training;

import dev.fovea.assets.FileUri;
import dev.fovea.conform.ConformReport;
import dev.fovea.contract.ImageRef;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.contract.wire.SidecarMaps;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Sidecars: what may stand in one, and the references that come out. */
final class SidecarRecords {

    private static final Pattern HASH = Pattern.compile("[a-f0-9]{32}");

    private final ConformReport report;

    SidecarRecords(ConformReport report) {
        this.report = report;
    }

    /** The strictest of the reference's revisions counts: the one that looks for pixels at any depth. */
    void check(JsonNode row) {
        String id = "refs/sidecars " + row.path("id").stringValue();
        Object sidecar = Recorded.plain(row.path("sidecar"));
        JsonNode built = row.path("build_refs_from_node");
        boolean accepted = Recorded.accepted(row.path("node_earlier")) && Recorded.accepted(built);
        Optional<Optional<Object>> ours = refs(sidecar);
        if (!accepted) {
            report.compare(id + " refused", Optional.empty(), ours);
            return;
        }
        if (ours.isEmpty()) {
            stricter(sidecar).ifPresentOrElse(report::apart, () -> report.differs(id, "refused"));
        } else if (Recorded.same(Recorded.plain(built.path("ok")), ours.get().orElse(null))) {
            report.equal();
        } else {
            report.differs(id, "expected " + built + ", got " + ours.get());
        }
    }

    private static Optional<Optional<Object>> refs(@Nullable Object sidecar) {
        if (sidecar != null && !(sidecar instanceof Map<?, ?>)) {
            return Optional.empty();
        }
        try {
            List<ImageRef> refs = SidecarMaps.fromMap((Map<?, ?>) sidecar).images().stream()
                    .map(image -> new ImageRef(image.item(), image.hash(), image.placeholder()))
                    .toList();
            refs.forEach(ref -> FileUri.parse(ref.item().rawImageUri()));
            return Optional.of(Optional.ofNullable(WireForms.refs(refs)));
        } catch (FoveaException refused) {
            return Optional.empty();
        }
    }

    private static Optional<String> stricter(@Nullable Object sidecar) {
        if (!(sidecar instanceof Map<?, ?> map)) {
            return Optional.empty();
        }
        List<?> items = images(map, "mm_items");
        List<?> hashes = images(map, "mm_hashes");
        if (items.isEmpty()
                && (!hashes.isEmpty() || !images(map, "mm_placeholders").isEmpty())) {
            return Optional.of("sidecars with hashes or placeholders but no descriptor are refused");
        }
        if (hashes.stream().anyMatch(hash -> !HASH.matcher(String.valueOf(hash)).matches())) {
            return Optional.of(WireStrictness.HASHES);
        }
        if (items.stream().anyMatch(item -> !WireStrictness.isDescriptor(item))) {
            return Optional.of(WireStrictness.DESCRIPTORS);
        }
        if (items.stream().anyMatch(SidecarRecords::isCarelessPlace)) {
            return Optional.of("URIs with blanks, control characters, NUL, bad UTF-8 or a relative path are refused");
        }
        boolean whole = images(map, "mm_placeholders").stream()
                .allMatch(range -> range instanceof Map<?, ?> fields
                        && fields.get("offset") instanceof Integer
                        && fields.get("length") instanceof Integer);
        if (!whole) {
            return Optional.of("placeholders with other than whole 32-bit numbers are refused");
        }
        return map.keySet().stream().anyMatch(key -> !String.valueOf(key).startsWith("mm_"))
                ? Optional.of("sidecars with members that nobody knows are refused")
                : Optional.empty();
    }

    private static boolean isCarelessPlace(@Nullable Object item) {
        return item instanceof Map<?, ?> map
                && map.get("raw_image_uri") instanceof String uri
                && (!uri.toLowerCase(Locale.ROOT).matches("file:(//(localhost)?/|/(?!/)).*")
                        || uri.chars().anyMatch(letter -> letter <= ' ' || letter == 0x7f)
                        || uri.contains("%00"));
    }

    private static List<?> images(Map<?, ?> sidecar, String part) {
        return sidecar.get(part) instanceof Map<?, ?> map && map.get("image") instanceof List<?> list
                ? list
                : List.of();
    }
}
