package dev.fovea.training.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FirstFitTest {

    private static final int ROW = 64;

    /** The rule as it is written down: every open row is asked, in order. */
    private static List<List<Integer>> asked(List<SampleShape> shapes) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, shapes.size()).boxed().toList());
        order.sort(Comparator.<Integer>comparingInt(i -> shapes.get(i).adapter())
                .thenComparingInt(i -> -shapes.get(i).tokens()));
        List<List<Integer>> rows = new ArrayList<>();
        for (int sample : order) {
            List<Integer> row = rows.stream()
                    .filter(open -> accepts(open, shapes.get(sample), shapes))
                    .findFirst()
                    .orElseGet(() -> {
                        rows.add(new ArrayList<>());
                        return rows.getLast();
                    });
            row.add(sample);
        }
        return rows;
    }

    private static boolean accepts(List<Integer> row, SampleShape sample, List<SampleShape> shapes) {
        List<SampleShape> members = row.stream().map(shapes::get).toList();
        String family = members.stream()
                .map(SampleShape::family)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        SampleShape first = members.getFirst();
        boolean fits = members.stream().mapToInt(SampleShape::tokens).sum() + sample.tokens() <= ROW;
        boolean sameExperts = Objects.equals(first.experts(), sample.experts());
        boolean text = family == null && sample.family() == null;
        boolean sameAdapter = first.adapter() == sample.adapter();
        boolean sameFamily = family == null || sample.family() == null || family.equals(sample.family());
        return fits && sameExperts && (text || (sameAdapter && sameFamily));
    }

    @Test
    void theTournamentFindsTheRowsThatAskingEveryOneFinds() {
        long seed = 20_261_201;
        Random random = new Random(seed);
        for (int round = 0; round < 400; round++) {
            List<SampleShape> shapes = new ArrayList<>();
            int size = random.nextInt(200);
            for (int i = 0; i < size; i++) {
                shapes.add(new SampleShape(
                        1 + random.nextInt(ROW),
                        random.nextInt(3),
                        pick(random, null, null, "qwen_vl", "kimi_k25"),
                        pick(random, null, null, null, "uint8 2x1")));
            }

            List<List<Integer>> rows = FirstFit.of(shapes, ROW).stream()
                    .map(row -> IntStream.of(row.samples()).boxed().toList())
                    .toList();

            assertThat(rows).as("seed %d round %d", seed, round).isEqualTo(asked(shapes));
        }
    }

    private static @Nullable String pick(Random random, @Nullable String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    @Test
    void aMillionSamplesAreNoSquareOfWork() {
        List<SampleShape> shapes = new ArrayList<>();
        for (int i = 0; i < 1_000_000; i++) {
            shapes.add(new SampleShape(1 + i % 61, 0, i % 2 == 0 ? "qwen_vl" : null, null));
        }

        List<OpenRow> rows = FirstFit.of(shapes, ROW);

        assertThat(rows.stream().mapToInt(OpenRow::size).sum()).isEqualTo(1_000_000);
        assertThat(rows).allMatch(row -> row.tokens() <= ROW);
    }
}
