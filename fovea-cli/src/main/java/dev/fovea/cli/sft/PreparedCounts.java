package dev.fovea.cli.sft;

import dev.fovea.contract.error.FoveaException;
import java.util.ArrayList;
import java.util.List;

/** What became of a dataset's lines. One thread. */
final class PreparedCounts {

    private static final int SHOWN = 20;

    private int learnt;
    private int cut;
    private long cutTokens;
    private int nothingToLearn;
    private int noWholeAnswer;
    private int refused;
    private final List<String> shown = new ArrayList<>();

    void add(Demonstrations.Outcome outcome) {
        switch (outcome) {
            case Demonstrations.Outcome.Learnt one -> {
                learnt++;
                cut += one.cutTokens() > 0 ? 1 : 0;
                cutTokens += one.cutTokens();
            }
            case Demonstrations.Outcome.NothingToLearn one -> nothingToLearn++;
            case Demonstrations.Outcome.NoWholeAnswer one -> noWholeAnswer++;
        }
    }

    void refused(int line, FoveaException why) {
        refused++;
        if (shown.size() < SHOWN) {
            shown.add("line " + line + ": " + why.code().wire() + ": " + why.what());
        }
    }

    int learnt() {
        return learnt;
    }

    /** Lines for a person, the refused ones first. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(shown);
        if (refused > shown.size()) {
            lines.add("... and " + (refused - shown.size()) + " more");
        }
        lines.add(learnt + " conversations, " + cut + " of them cut (" + cutTokens + " tokens); left out: " + refused
                + " refused, " + nothingToLearn + " without an answer, " + noWholeAnswer + " cut before one ends");
        return lines;
    }
}
