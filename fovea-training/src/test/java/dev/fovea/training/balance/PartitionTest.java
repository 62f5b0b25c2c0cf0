package dev.fovea.training.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.training.GoldenLines;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class PartitionTest {

    static Stream<JsonNode> recorded() {
        return GoldenLines.of(PartitionTest.class, "partition.jsonl").stream();
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void everyRecordedCostAndPartitionIsTheReferences(JsonNode row) {
        if (row.has("weights")) {
            assertThat(Partition.of(longs(row.path("weights")), row.path("k").asInt()))
                    .as(row.path("id").asString())
                    .isEqualTo(row.path("result")
                            .valueStream()
                            .map(PartitionTest::integers)
                            .toList());
        } else {
            JsonNode config = row.path("config");
            RowCost cost = config.isNull() ? RowCost.TOKENS : ModelCost.of(config);

            assertThat(cost)
                    .isEqualTo(new RowCost(
                            row.path("linear").asLong(), row.path("quadratic").asLong()));
            assertThat(cost.of(integers(row.path("sample").path("lengths"))))
                    .isEqualTo(row.path("sample").path("cost").asLong());
        }
    }

    @Test
    void aHundredThousandRowsAreSharedOutEvenlyWithoutSwaps() {
        long seed = 20_261_130;
        Random random = new Random(seed);
        long[] weights = IntStream.range(0, 100_000)
                .mapToLong(i -> 8_000 + random.nextInt(384))
                .toArray();

        List<List<Integer>> parts = Partition.of(weights, 8);

        long[] loads = parts.stream()
                .mapToLong(part -> part.stream().mapToLong(i -> weights[i]).sum())
                .toArray();
        assertThat(Arrays.stream(loads).max().orElseThrow()
                        - Arrays.stream(loads).min().orElseThrow())
                .as("seed %d", seed)
                .isLessThanOrEqualTo(8);
        assertThat(parts.stream().flatMap(List::stream).sorted())
                .containsExactlyElementsOf(IntStream.range(0, 100_000).boxed().toList());
    }

    private static long[] longs(JsonNode list) {
        return list.valueStream().mapToLong(JsonNode::asLong).toArray();
    }

    private static List<Integer> integers(JsonNode list) {
        return list.valueStream().map(JsonNode::asInt).toList();
    }
}
