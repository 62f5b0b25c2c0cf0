package dev.fovea.conform.chat;

import dev.fovea.chat.Attribution;
import dev.fovea.chat.MessageLabel;
import dev.fovea.chat.Origin;
import dev.fovea.chat.RenderedTokens;
import java.util.ArrayList;
import java.util.List;

/** A rendering of some messages of a list, with the numbers that they have in the list. */
final class Renumbered {

    private Renumbered() {}

    static RenderedTokens of(RenderedTokens rendered, List<Integer> kept, Row row) {
        List<Attribution.Run> runs = new ArrayList<>();
        for (Attribution.Run run : rendered.attribution().runs()) {
            Origin origin = run.origin();
            Origin moved = origin.message() < 0
                    ? origin
                    : new Origin(kept.get(origin.message()), origin.sampled(), origin.content());
            runs.add(new Attribution.Run(moved, run.from(), run.end()));
        }
        List<MessageLabel> labels = new ArrayList<>(Comparison.labels(row.asked()));
        for (int i = 0; i < kept.size(); i++) {
            labels.set(kept.get(i), rendered.labels().get(i));
        }
        return new RenderedTokens(rendered.ids(), new Attribution(runs), rendered.images(), labels);
    }
}
