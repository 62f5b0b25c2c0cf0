package dev.fovea.page;

import dev.fovea.assets.AssetReader;
import dev.fovea.trace.Trace;
import java.util.List;
import java.util.function.IntFunction;

/** A run as one HTML file that needs no other: figures, plot, episodes. Pictures are read through the verified reader. */
public final class ReportPage {

    private static final String STYLE = """
            :root { color-scheme: light; font-family: system-ui, sans-serif; }
            body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fffdf8; line-height: 1.45; }
            h1 { margin-bottom: 0.2rem; } h3 small { font-weight: 400; color: #666; margin-left: 0.6rem; }
            table { border-collapse: collapse; margin: 1rem 0; }
            td { padding: 0.25rem 1.4rem 0.25rem 0; border-bottom: 1px solid #e4ded0; }
            td:last-child { font-variant-numeric: tabular-nums; text-align: right; }
            svg { max-width: 100%; height: auto; }
            article { border-top: 1px solid #d8d0bf; margin-top: 1.5rem; }
            .message { display: flex; gap: 1rem; margin: 0.5rem 0; }
            .role { flex: 0 0 5rem; color: #777; font-size: 0.85rem; padding-top: 0.2rem; }
            .tokens { display: flex; flex-wrap: wrap; gap: 1px; align-items: flex-end;
                      font-family: ui-monospace, monospace; font-size: 0.82rem; }
            .tokens > span { padding: 0.1rem 0.15rem; border-radius: 3px; white-space: pre; }
            .scaffold { color: #999; background: #f3efe4; } .content { background: #e3ecf7; }
            .sampled { background: #bfe3c8; font-weight: 600; }
            figure { margin: 0 0.3rem; text-align: center; } figure img { width: 64px; height: 64px; border: 1px solid #bbb; object-fit: contain; }
            figcaption { font-size: 0.68rem; color: #666; }
            .legend span { padding: 0.1rem 0.4rem; border-radius: 3px; margin-right: 0.5rem; font-size: 0.85rem; }
            """;

    private final EpisodeHtml episodes;

    /**
     * A page writer.
     *
     * @param tokenText the text of one id
     * @param assets opens the images of episodes
     */
    public ReportPage(IntFunction<String> tokenText, AssetReader assets) {
        this.episodes = new EpisodeHtml(tokenText, assets);
    }

    /** The page. */
    public String html(String title, List<Figure> figures, RewardPlot plot, List<Trace> shown) {
        StringBuilder html = new StringBuilder();
        html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\"><title>")
                .append(Html.escape(title))
                .append("</title><style>\n")
                .append(STYLE)
                .append("</style></head><body>\n<h1>")
                .append(Html.escape(title))
                .append("</h1>\n<table>");
        for (Figure figure : figures) {
            html.append("<tr><td>")
                    .append(Html.escape(figure.label()))
                    .append("</td><td>")
                    .append(Html.escape(figure.value()))
                    .append("</td></tr>\n");
        }
        html.append("</table>\n").append(plot.svg());
        html.append("<h2>Episodes</h2>\n<p class=\"legend\"><span class=\"sampled\">sampled, trained</span>")
                .append("<span class=\"content\">the messages' own text</span>")
                .append("<span class=\"scaffold\">the template's</span>")
                .append(
                        "A picture stands where its pads stand. Point at a token for its id and log-probability.</p>\n");
        shown.forEach(trace -> html.append(episodes.write(trace)));
        return html.append("</body></html>\n").toString();
    }
}
