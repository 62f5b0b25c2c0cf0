package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WordMergerTest {

    @Test
    void shortWordsMergeAsTheyDoByTheQueue() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            MergeTable table = table(random);
            for (int word = 0; word < 50; word++) {
                int[] bytes = random.ints(2 + random.nextInt(ShortWordMerger.LONGEST - 1), 0, 6)
                        .toArray();

                int[] merged = ShortWordMerger.merge(table, bytes.clone());

                assertThat(merged).isEqualTo(WordMerger.byQueue(table, bytes));
            }
        }
    }

    /** Merges of six letters and of what comes of them, in random order. */
    private static MergeTable table(Random random) {
        int merges = 1 + random.nextInt(60);
        MergeTable table = new MergeTable(merges);
        for (int rank = 0; rank < merges; rank++) {
            table.put(random.nextInt(6 + rank), random.nextInt(6 + rank), rank, 6 + rank);
        }
        return table;
    }
}
