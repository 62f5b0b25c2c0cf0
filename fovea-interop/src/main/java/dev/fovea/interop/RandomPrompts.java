package dev.fovea.interop;

import dev.fovea.assets.FileImageStore;
import dev.fovea.assets.ImageUpload;
import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.engine.SamplingParameters;
import dev.fovea.engine.vllm.ServedModel;
import dev.fovea.vision.ImageResolver;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/** Conversations as an engine sees them: text ids, and here and there a stored picture. One seed, one sequence. */
final class RandomPrompts {

    private static final int MOST_IMAGES = 4;
    private static final int LONGEST_TEXT = 60;
    private static final int ANSWER_TOKENS = 6;

    /** One text of so many holds a pad that stands for no picture, as a young policy samples it. */
    private static final int TEXTS_A_SAMPLED_PAD = 8;

    /** Below every special token of every family. */
    private static final int TEXT_IDS = 256;

    private final ServedModel model;
    private final FileImageStore store;
    private final ImageResolver resolver;
    private final Random random;
    private int made;

    RandomPrompts(ServedModel model, FileImageStore store, ImageResolver resolver, long seed) {
        this.model = model;
        this.store = store;
        this.resolver = resolver;
        this.random = new Random(seed);
    }

    GenerateRequest next() {
        int images = random.nextInt(MOST_IMAGES + 1);
        TokenIds ids = text();
        MultiModalData sidecar = MultiModalData.none();
        for (int i = 0; i < images; i++) {
            ResolvedImage image = store(RandomPicture.of(random));
            ids = ids.concat(model.beforeImage());
            sidecar = sidecar.merge(new MultiModalData(java.util.List.of(image.at(ids.size()))));
            ids = ids.concat(pads(image)).concat(model.afterImage()).concat(text());
        }
        return request(ids, sidecar);
    }

    /** A conversation that has not begun. */
    GenerateRequest empty() {
        return request(TokenIds.of(0), MultiModalData.none());
    }

    /** The same conversation with one more picture. */
    GenerateRequest longer(GenerateRequest before, RandomPicture picture) {
        ResolvedImage image = store(picture);
        TokenIds ids = before.prompt().ids().concat(model.beforeImage());
        MultiModalData sidecar = before.images().merge(new MultiModalData(java.util.List.of(image.at(ids.size()))));
        return request(ids.concat(pads(image)).concat(model.afterImage()), sidecar);
    }

    private GenerateRequest request(TokenIds ids, MultiModalData images) {
        made++;
        return new GenerateRequest(
                "interop-" + made,
                "interop",
                new ExpandedIds(ids),
                images,
                new SamplingParameters(0, 1, ANSWER_TOKENS, OptionalLong.empty()),
                Set.of());
    }

    private TokenIds text() {
        int[] ids = random.ints(1 + random.nextInt(LONGEST_TEXT), 0, TEXT_IDS).toArray();
        if (random.nextInt(TEXTS_A_SAMPLED_PAD) == 0) {
            ids[random.nextInt(ids.length)] = model.imagePad();
        }
        return TokenIds.of(ids);
    }

    private TokenIds pads(ResolvedImage image) {
        int[] pads = new int[image.placeholderLength()];
        Arrays.fill(pads, model.imagePad());
        return TokenIds.of(pads);
    }

    private ResolvedImage store(RandomPicture picture) {
        try (ImageUpload upload = new ImageUpload(store)) {
            // the store takes what clients send; this is the only client here
            byte[] url = ("data:" + picture.mediaType() + ";base64,"
                            + Base64.getEncoder().encodeToString(picture.bytes()))
                    .getBytes(StandardCharsets.US_ASCII);
            upload.write(url, 0, url.length);
            return resolver.resolve(upload.finish().uri());
        }
    }
}
