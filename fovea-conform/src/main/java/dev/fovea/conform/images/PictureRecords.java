package dev.fovea.conform.images;

import dev.fovea.conform.ConformReport;
import dev.fovea.conform.Corpus;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import dev.fovea.vision.DecodePolicy;
import dev.fovea.vision.ImageHeader;
import dev.fovea.vision.RgbImage;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** {@code expected.jsonl}: what each good file is, decodes to and becomes. */
final class PictureRecords {

    private final Corpus corpus;
    private final PictureDecoders decoders;
    private final ConformReport report;

    PictureRecords(Corpus corpus, PictureDecoders decoders, ConformReport report) {
        this.corpus = corpus;
        this.decoders = decoders;
        this.report = report;
    }

    void checkAll(Consumer<String> progress) {
        List<JsonNode> records = corpus.lines("expected.jsonl").toList();
        for (int i = 0; i < records.size(); i++) {
            progress.accept("file " + (i + 1) + " of " + records.size());
            check(records.get(i));
        }
    }

    private void check(JsonNode record) {
        String name = record.path("file").asString();
        byte[] file = corpus.bytes("files/" + name);
        report.compare(
                name + " sha256",
                record.path("sha256").asString(),
                ImageHash.of(file).hex());
        try {
            checkHeader(name, record, decoders.of(DecodePolicy.PLAIN).probe(file));
            checkPictures(name, record, file);
        } catch (FoveaException e) {
            if (e.code() == ErrorCode.UNSUPPORTED_IMAGE_FORMAT) {
                report.apart("not decoded, " + e.what());
            } else {
                report.differs(name, "refused: " + e.code().wire() + ", " + e.what());
            }
        }
    }

    private void checkHeader(String name, JsonNode record, ImageHeader header) {
        report.compare(
                name + " format",
                record.path("format").asString(),
                header.format().name());
        report.compare(
                name + " size",
                record.path("size").path(0).asInt() + "x"
                        + record.path("size").path(1).asInt(),
                header.size().toString());
        JsonNode orientation = record.path("exif_orientation");
        report.compare(
                name + " orientation",
                orientation.isInt() ? orientation.intValue() : 1,
                header.orientation().exif());
        header.frames()
                .ifPresent(frames ->
                        report.compare(name + " frames", record.path("frames").asInt(), frames));
        report.compare(
                name + " transparency",
                record.path("has_transparency").asBoolean(),
                header.alpha() || header.transparencyKey());
    }

    private void checkPictures(String name, JsonNode record, byte[] file) {
        record.path("rgb")
                .properties()
                .forEach(variant -> ReferenceVariant.policies(variant.getKey())
                        .forEach(policy -> checkRgb(name, variant.getKey(), variant.getValue(), policy, file)));
        checkFamilies(name, "plain", record.path("families"), file);
        record.path("other_variants")
                .forEach(other -> checkFamilies(name, other.path("variant").asString(), other.path("families"), file));
    }

    private void checkRgb(String name, String variant, JsonNode expected, DecodePolicy policy, byte[] file) {
        RgbImage image = decoders.of(policy).decode(file);
        String record = name + " rgb " + variant + " by " + policy.id();
        report.compare(
                record,
                expected.path("size").path(0).asInt() + "x"
                        + expected.path("size").path(1).asInt() + " "
                        + expected.path("sha256").asString(),
                image.size() + " " + ImageHash.of(image.samples()).hex());
        report.compare(
                record + ", size from the header",
                image.size(),
                decoders.of(policy).size(file));
    }

    private void checkFamilies(String name, String variant, JsonNode families, byte[] file) {
        RgbImage image =
                decoders.of(ReferenceVariant.policies(variant).getFirst()).decode(file);
        families.properties()
                .forEach(family -> ReferenceFamily.named(family.getKey())
                        .ifPresentOrElse(
                                known -> new FamilyRecord(name + " " + variant + " " + family.getKey(), known, report)
                                        .check(family.getValue(), image),
                                () -> report.apart("family " + family.getKey() + " is not served")));
    }
}
