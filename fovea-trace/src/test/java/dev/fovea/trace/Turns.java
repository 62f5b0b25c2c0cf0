package dev.fovea.trace;

import dev.fovea.contract.ExpandedIds;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.MultiModalData;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import dev.fovea.contract.TokenMask;
import dev.fovea.contract.TokenValues;
import dev.fovea.contract.WeightSpans;
import dev.fovea.contract.WeightVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Messages and tokens for tests: short, and every id tells where it belongs. */
final class Turns {

    static final TraceHeader HEADER = new TraceHeader("0123456789abcdef0123456789abcdef", "t", "g", "env", "m", 1.0);
    static final Instant NOW = Instant.parse("2026-08-01T00:00:00Z");

    private Turns() {}

    static Trace trace() {
        return Trace.open(HEADER, TraceLog.NONE);
    }

    static RecordedMessage message(String role, String text) {
        return message(role, text, 0);
    }

    static RecordedMessage message(String role, String text, int images) {
        String key = ImageHash.of((role + ":" + text).getBytes(StandardCharsets.UTF_8))
                .hex();
        return new RecordedMessage(role, new MessageKey(key), "{\"content\":\"" + text + "\"}", images);
    }

    static SidecarImage image(String name, int offset, int length) {
        RawImageDescriptor item = new RawImageDescriptor(
                "qwen_vl",
                "c5ece06d40951692b7035ec4dd381742",
                Map.of("image_grid_thw", List.of(List.of(1, 2, 4))),
                null,
                "file:///r/" + name + ".png",
                Map.of(RawImageDescriptor.ENGINE_PIXELS, "ab"));
        MmHash hash = ImageHash.of(name.getBytes(StandardCharsets.UTF_8)).mmHash();
        return new SidecarImage(item, hash, new PlaceholderRange(offset, length));
    }

    static TurnTokens tokens(int[] prompt, List<Integer> ends, int[] completion, SidecarImage... images) {
        return new TurnTokens(
                ExpandedIds.of(prompt),
                ends,
                TokenMask.filled(prompt.length, true),
                new MultiModalData(List.of(images)),
                TokenIds.of(completion),
                TokenValues.filled(completion.length, -0.5),
                WeightSpans.of(new WeightVersion(3), Math.max(1, completion.length)),
                TokensDigest.of(TokenIds.of(prompt), TokenIds.of(completion)));
    }

    static CallFacts facts(boolean bridged) {
        return new CallFacts("stop", 0, bridged, null, NOW, NOW);
    }

    /** The first turn of the specification's sequence: system (0,2), user (2,7) with pads at 4 and 5, generation prompt of 2. */
    static int firstTurn(Trace trace) {
        return firstTurn(trace, WeightSpans.of(new WeightVersion(3), 2));
    }

    static int firstTurn(Trace trace, WeightSpans weights) {
        PendingTurn turn = trace.prepare(firstMessages());
        TurnTokens one =
                tokens(new int[] {1, 2, 3, 4, 9, 9, 5, 6, 7}, List.of(2, 7), new int[] {20, 21}, image("A", 4, 2));
        TurnTokens tokens = new TurnTokens(
                one.prompt(),
                one.messageEnds(),
                one.content(),
                one.images(),
                one.completion(),
                one.logprobs(),
                weights,
                one.received());
        return trace.commit(turn, tokens, message("assistant", "call"), facts(false));
    }

    static List<RecordedMessage> firstMessages() {
        return List.of(message("system", "s"), message("user", "look", 1));
    }

    static List<RecordedMessage> secondMessages() {
        return List.of(
                message("system", "s"),
                message("user", "look", 1),
                message("assistant", "call"),
                message("tool", "result", 1));
    }

    /** The second turn, bridged: the tool message at (12,16) behind one token of scaffold, its pads at 13 and 14. */
    static int secondTurn(Trace trace) {
        PendingTurn turn = trace.prepare(secondMessages());
        int[] prompt = {1, 2, 3, 4, 9, 9, 5, 6, 7, 20, 21, 8, 10, 9, 9, 11, 6, 7};
        TurnTokens tokens = tokens(prompt, List.of(0, 0, 0, 16), new int[] {22}, image("A", 4, 2), image("B", 13, 2));
        return trace.commit(turn, tokens, message("assistant", "done"), facts(true));
    }
}
