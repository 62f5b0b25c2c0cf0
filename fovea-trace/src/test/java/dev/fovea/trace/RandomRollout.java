package dev.fovea.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.SidecarImage;
import dev.fovea.contract.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A program without manners: continues old branches, asks again, rewrites, and a renderer that bridges or renders anew. After each
 * turn the branch that holds it must be exactly its prompt and completion.
 */
final class RandomRollout {

    /** A conversation as the program remembers it, and its tokens. */
    private record Talk(List<RecordedMessage> messages, List<Integer> ends, TokenIds ids, List<SidecarImage> images) {}

    private final Random random;
    private final Trace trace;
    private final List<Talk> talks = new ArrayList<>();

    private RandomRollout(Random random, Trace trace) {
        this.random = random;
        this.trace = trace;
        talks.add(new Talk(List.of(), List.of(), TokenIds.empty(), List.of()));
    }

    static Trace play(Random random, String id, TraceLog log) {
        TraceHeader header = new TraceHeader(id, "t", "g", "env", "m", 1.0);
        RandomRollout rollout = new RandomRollout(random, Trace.open(header, log));
        int turns = 1 + random.nextInt(12);
        for (int turn = 0; turn < turns; turn++) {
            rollout.turn();
        }
        rollout.trace.reward("reward", random.nextDouble());
        if (random.nextBoolean()) {
            rollout.trace.close();
        }
        return rollout.trace;
    }

    private void turn() {
        Talk before = talks.get(random.nextInt(talks.size()));
        Talk prompt = before;
        for (int added = random.nextInt(3) + (before.messages().isEmpty() ? 1 : 0); added > 0; added--) {
            prompt = withMessage(prompt);
        }
        if (random.nextInt(6) == 0) {
            prompt = retokenised(prompt);
        }
        int[] ids = joined(prompt.ids().toArray(), 6, 7); // the generation prompt
        int[] sampled = {100 + random.nextInt(3), 103};
        RecordedMessage reply = Turns.message("assistant", "says " + random.nextInt(3));

        int node = trace.commit(
                trace.prepare(prompt.messages()),
                Turns.tokens(ids, prompt.ends(), sampled, prompt.images().toArray(SidecarImage[]::new)),
                reply,
                Turns.facts(random.nextBoolean()));

        assertThat(pathTo(node)).isEqualTo(TokenIds.of(joined(ids, sampled)));
        List<RecordedMessage> messages = new ArrayList<>(prompt.messages());
        messages.add(reply);
        List<Integer> ends = new ArrayList<>(prompt.ends());
        ends.add(ids.length + sampled.length);
        talks.add(new Talk(messages, ends, TokenIds.of(joined(ids, sampled)), prompt.images()));
    }

    private Talk withMessage(Talk talk) {
        int pads = random.nextInt(3);
        String text = "says " + random.nextInt(2) + " with " + pads;
        List<RecordedMessage> messages = new ArrayList<>(talk.messages());
        messages.add(Turns.message("user", text, pads == 0 ? 0 : 1));
        int[] ids = joined(talk.ids().toArray(), 1, text.hashCode() & 0xFF);
        List<SidecarImage> images = new ArrayList<>(talk.images());
        if (pads > 0) {
            images.add(Turns.image("p" + pads, ids.length, pads));
            ids = joined(ids, IntStream.generate(() -> 9).limit(pads).toArray());
        }
        List<Integer> ends = new ArrayList<>(talk.ends());
        ends.add(ids.length);
        return new Talk(messages, ends, TokenIds.of(ids), images);
    }

    /** Equal messages whose tokens differ from the first on. */
    private static Talk retokenised(Talk talk) {
        int[] ids = talk.ids().toArray();
        ids[0] += 1;
        return new Talk(talk.messages(), talk.ends(), TokenIds.of(ids), talk.images());
    }

    private TokenIds pathTo(int node) {
        TokenIds path = TokenIds.empty();
        List<MessageNode> nodes = trace.nodes();
        for (int at = node; at != MessageNode.ROOT; at = nodes.get(at).parent()) {
            path = nodes.get(at).ids().concat(path);
        }
        return path;
    }

    private static int[] joined(int[] ids, int... more) {
        return IntStream.concat(IntStream.of(ids), IntStream.of(more)).toArray();
    }
}
