package dev.fovea.policy;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.PositionScheme;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import dev.fovea.engine.GenerateRequest;
import dev.fovea.vision.PixelPatches;
import dev.fovea.vision.PixelSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a turn of a request on the caller's thread: checks everything that can be wrong with it, and fetches its pixels. */
final class TurnReader {

    private final Qwen3VlConfig config;
    private final int contextTokens;
    private final PixelSource pixels;
    private final PositionScheme scheme;
    private final ImageCheck images;

    TurnReader(Qwen3VlConfig config, int contextTokens, PixelSource pixels, PositionScheme scheme) {
        this.config = config;
        this.contextTokens = contextTokens;
        this.pixels = pixels;
        this.scheme = scheme;
        this.images = new ImageCheck(config.vision());
    }

    Turn read(GenerateRequest request) {
        int length = request.prompt().size();
        checkIds(request.prompt());
        if (length + 1 > contextTokens) {
            throw new RequestException(
                    ErrorCode.PROMPT_TOO_LONG,
                    "the prompt has " + length + " tokens and the context " + contextTokens,
                    "shorten the conversation, and leave room for at least one token");
        }
        List<PixelPatches> patches = new ArrayList<>();
        List<PositionScheme.PlacedGrid> grids = new ArrayList<>();
        for (SidecarImage image : request.images().images()) {
            checkPads(request.prompt(), image.placeholder());
            PixelPatches found = pixels.pixels(image.item(), image.hash());
            images.check(image.placeholder(), found);
            patches.add(found);
            grids.add(new PositionScheme.PlacedGrid(image.placeholder(), found.grid()));
        }
        int limit =
                (int) Math.min(contextTokens, (long) length + request.sampling().maxTokens());
        long seed = request.sampling()
                .seed()
                .orElseGet(() -> ThreadLocalRandom.current().nextLong());
        return new Turn(request, patches, tokens -> scheme.positions(tokens, grids), limit, seed);
    }

    private void checkIds(ExpandedIds prompt) {
        if (prompt.size() == 0) {
            throw new RequestException(ErrorCode.INVALID_REQUEST, "the prompt is empty", "send at least one token");
        }
        for (int i = 0; i < prompt.size(); i++) {
            if (prompt.ids().get(i) >= config.text().vocabulary()) {
                throw new RequestException(
                        ErrorCode.INVALID_REQUEST,
                        "token " + i + " of the prompt is id " + prompt.ids().get(i) + ", and the vocabulary ends at "
                                + (config.text().vocabulary() - 1),
                        "use the tokenizer of this checkpoint");
            }
        }
    }

    private void checkPads(ExpandedIds prompt, PlaceholderRange range) {
        if (range.end() > prompt.size()) {
            throw new RequestException(
                    ErrorCode.PLACEHOLDER_MISMATCH,
                    "an image ends at token " + range.end() + " of a prompt of " + prompt.size(),
                    "send the offsets of this very prompt");
        }
        for (int i = range.offset(); i < range.end(); i++) {
            if (prompt.ids().get(i) != config.tokens().imagePad()) {
                throw new RequestException(
                        ErrorCode.PLACEHOLDER_MISMATCH,
                        "token " + i + " lies inside an image and is id "
                                + prompt.ids().get(i) + ", not the pad "
                                + config.tokens().imagePad(),
                        "send the offsets of this very prompt");
            }
        }
    }
}
