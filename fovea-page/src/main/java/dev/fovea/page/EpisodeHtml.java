package dev.fovea.page;

import dev.fovea.assets.AssetReader;
import dev.fovea.contract.SidecarImage;
import dev.fovea.trace.Branch;
import dev.fovea.trace.MessageNode;
import dev.fovea.trace.Origin;
import dev.fovea.trace.Trace;
import java.util.Base64;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.IntFunction;

/** One rollout for people: every message with its tokens, what was sampled, and its pictures where their pads stand. */
final class EpisodeHtml {

    private final IntFunction<String> tokenText;
    private final AssetReader assets;

    /**
     * A writer of episodes.
     *
     * @param tokenText the text of one id
     */
    EpisodeHtml(IntFunction<String> tokenText, AssetReader assets) {
        this.tokenText = tokenText;
        this.assets = assets;
    }

    String write(Trace trace) {
        StringBuilder html = new StringBuilder();
        html.append("<article><h3>")
                .append(Html.escape(trace.header().task()))
                .append(" <small>")
                .append(Html.escape(trace.header().group()))
                .append(", reward ")
                .append(trace.rewards().getOrDefault("reward", 0.0))
                .append(", rollout ")
                .append(Html.escape(trace.header().id().substring(0, 8)))
                .append("</small></h3>");
        for (Branch branch : trace.branches()) {
            html.append("<div class=\"branch\">");
            int offset = 0;
            for (MessageNode node : branch.nodes()) {
                message(html, node, offset);
                offset += node.ids().size();
            }
            html.append("</div>");
        }
        return html.append("</article>\n").toString();
    }

    private void message(StringBuilder html, MessageNode node, int offset) {
        html.append("<div class=\"message\"><span class=\"role\">")
                .append(Html.escape(node.message().role()))
                .append("</span><div class=\"tokens\">");
        Iterator<SidecarImage> images = node.images().iterator();
        SidecarImage next = images.hasNext() ? images.next() : null;
        int sampled = 0;
        for (int i = 0; i < node.ids().size(); ) {
            if (next != null && offset + i == next.placeholder().offset()) {
                image(html, next);
                i += next.placeholder().length();
                next = images.hasNext() ? images.next() : null;
                continue;
            }
            boolean answer = node.mask().get(i);
            String title = answer && node.origin() == Origin.SAMPLED
                    ? String.format(
                            Locale.ROOT,
                            "id %d, logprob %.4f",
                            node.ids().get(i),
                            node.logprobs().get(sampled++))
                    : "id " + node.ids().get(i);
            String kind = answer ? "sampled" : node.content().get(i) ? "content" : "scaffold";
            html.append("<span class=\"")
                    .append(kind)
                    .append("\" title=\"")
                    .append(title)
                    .append("\">")
                    .append(Html.escape(tokenText.apply(node.ids().get(i)).replace("\n", "⏎")))
                    .append("</span>");
            i++;
        }
        html.append("</div></div>");
    }

    private void image(StringBuilder html, SidecarImage image) {
        byte[] bytes = assets.read(image.item().rawImageUri(), image.hash()).bytes();
        html.append("<figure><img alt=\"\" src=\"data:")
                .append(SniffedType.mediaType(bytes))
                .append(";base64,")
                .append(Base64.getEncoder().encodeToString(bytes))
                .append("\"><figcaption>")
                .append(image.placeholder().length())
                .append(" pads at ")
                .append(image.placeholder().offset())
                .append("<br><code>")
                .append(image.hash().hex(), 0, 8)
                .append("…</code></figcaption></figure>");
    }
}
