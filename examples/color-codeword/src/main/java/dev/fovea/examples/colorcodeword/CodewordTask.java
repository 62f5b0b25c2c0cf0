package dev.fovea.examples.colorcodeword;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The squares of one episode.
 *
 * @param turns colours shown in each turn, the same number in every turn
 */
public record CodewordTask(List<List<SquareColor>> turns) {

    /** Turns of an episode. */
    public static final int TURNS = 3;

    private static final List<SquareColor> COLORS = List.of(SquareColor.values());

    public CodewordTask {
        turns = turns.stream().map(List::copyOf).toList();
    }

    /** The task whose codeword is {@code number} written with nine digits, most significant first. */
    static CodewordTask ofNumber(long number, int squaresPerTurn) {
        int letters = TURNS * squaresPerTurn;
        SquareColor[] colors = new SquareColor[letters];
        long rest = number;
        for (int i = letters - 1; i >= 0; i--) {
            colors[i] = COLORS.get((int) (rest % COLORS.size()));
            rest /= COLORS.size();
        }
        List<List<SquareColor>> turns = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            turns.add(List.of(colors).subList(turn * squaresPerTurn, (turn + 1) * squaresPerTurn));
        }
        return new CodewordTask(turns);
    }

    /** The codeword up to and with a turn, counted from 0. */
    public String codewordAfter(int turn) {
        return turns.subList(0, turn + 1).stream()
                .flatMap(List::stream)
                .map(color -> String.valueOf(color.letter()))
                .collect(Collectors.joining());
    }

    public String codeword() {
        return codewordAfter(TURNS - 1);
    }
}
