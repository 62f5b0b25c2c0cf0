package dev.fovea.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.MicroBatch;
import dev.fovea.training.feed.BatchMetadata;
import dev.fovea.training.feed.FeedListener;
import dev.fovea.training.feed.PixelBudget;
import dev.fovea.training.feed.StepMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float4Vector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
@SuppressWarnings("try") // closing a stream of Flight may be interrupted, and then the test fails as it should
class FlightFeedTest {

    private static final int IMAGES = 16;
    private static final int ROWS = 64;
    private static final long ROW_BYTES = IMAGES * TestFeed.IMAGE_BYTES;

    private final PixelBudget budget = new PixelBudget(3 * ROW_BYTES);
    private final BufferAllocator allocator = new RootAllocator();
    private FlightFeed feed = start(List.of(rows(1), rows(2)));
    private FlightClient client = client();

    @BeforeEach
    void nothingIsSharedBetweenTests() {
        assertThat(budget.peakBytes()).isZero();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        feed.close();
        allocator.close();
        // a stream that was broken off gives its last batch back when its own thread notices
        assertThat(budget.awaitEmpty(Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void aStepStreamsInOrderWithItsPixels() throws Exception {
        List<Integer> indices = new ArrayList<>();
        try (FlightStream stream = client.getStream(ticket(1))) {
            while (stream.next()) {
                int index = indices.size();
                JsonNode metadata = metadata(stream);
                assertThat(metadata.get("count").asInt()).isEqualTo(ROWS);
                indices.add(metadata.get("index").asInt());
                TensorColumn pixels = TensorColumn.of(stream.getRoot(), "pixel_values");
                assertThat(pixels.shape()).isEqualTo(List.of(4 * IMAGES, TestFeed.PATCH_WIDTH));
                Float4Vector values = (Float4Vector) pixels.values();
                assertThat(values.get(0)).isEqualTo(1000 * number(1, index));
                assertThat(values.get(values.getValueCount() - 1)).isEqualTo(1000 * number(1, index) + IMAGES - 1);
            }
        }

        assertThat(indices).isEqualTo(IntStream.range(0, ROWS).boxed().toList());
        assertThat(budget.peakBytes()).isLessThanOrEqualTo(3 * ROW_BYTES);
    }

    @Test
    void aClientThatLeavesGivesThePixelsBackAndMayBeginAgain() throws Exception {
        FlightStream left = client.getStream(ticket(1));
        left.next();
        left.cancel("the trainer died", null);
        left.close();

        try (FlightStream stream = client.getStream(ticket(1))) {
            stream.next();
            assertThat(metadata(stream).get("index").asInt()).isZero();
        }
    }

    @Test
    void theOpenStepIsListedUntilItIsReleased() throws Exception {
        assertThat(listed()).containsExactly("step_1");
        FlightInfo info = client.getInfo(FlightDescriptor.path("next"));
        assertThat(info.getRecords()).isEqualTo(ROWS);
        try (FlightStream stream =
                client.getStream(info.getEndpoints().getFirst().getTicket())) {
            while (stream.next()) {
                assertThat(stream.getRoot().getRowCount()).isEqualTo(1);
            }
        }

        JsonNode metrics = release(1);

        assertThat(metrics.get("mm/images_materialized").asInt()).isEqualTo(ROWS * IMAGES);
        assertThat(metrics.get("feed/micro_batches").asInt()).isEqualTo(ROWS);
        assertThat(listed()).containsExactly("step_2");
        release(2);
        assertThat(listed()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    no json                  | INVALID_ARGUMENT | invalid_json
                    []                       | INVALID_ARGUMENT | invalid_request
                    {"step":1}               | INVALID_ARGUMENT | invalid_request
                    {"step":-1,"rank":0}     | INVALID_ARGUMENT | invalid_request
                    {"step":1.5,"rank":0}    | INVALID_ARGUMENT | invalid_request
                    {"step":"1","rank":0}    | INVALID_ARGUMENT | invalid_request
                    {"step":1,"rank":1}      | NOT_FOUND        | not_found
                    {"step":2,"rank":0}      | NOT_FOUND        | not_found
                    """)
    void aTicketThatIsNoneIsRefusedWithItsCode(String text, FlightStatusCode status, String code) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertRefused(() -> client.getStream(new Ticket(bytes)).next(), status, code);
        assertRefused(() -> client.getInfo(FlightDescriptor.command(bytes)), status, code);
        assertRefused(() -> client.doAction(new Action("release", bytes)).next(), status, code);
    }

    @Test
    void aStepThatWasReleasedIsRefused() {
        release(1);

        assertRefused(() -> client.getStream(ticket(1)).next(), FlightStatusCode.NOT_FOUND, "not_found");
    }

    @Test
    void anotherActionIsRefused() {
        assertRefused(
                () -> client.doAction(new Action("drop everything")).next(), FlightStatusCode.NOT_FOUND, "not_found");
    }

    @Test
    void aPortThatIsTakenIsSaid() {
        assertThatThrownBy(() ->
                        FlightFeed.start("127.0.0.1", feed.port(), TestFeed.feed(budget, List.of()), new Silent()))
                .hasMessageContaining("cannot listen");
    }

    private static void assertRefused(Runnable call, FlightStatusCode status, String code) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(FlightRuntimeException.class, error -> {
            CallStatus refusal = error.status();
            assertThat(refusal.code()).isEqualTo(status);
            assertThat(refusal.description()).endsWith("[" + code + "]");
        });
    }

    private JsonNode release(long step) {
        Iterator<Result> results = client.doAction(new Action("release", new FeedTicket(step, 0).bytes()));
        return JsonMapper.shared().readTree(results.next().getBody());
    }

    private List<String> listed() {
        List<String> steps = new ArrayList<>();
        client.listFlights(Criteria.ALL)
                .forEach(info -> steps.add(info.getDescriptor().getPath().getFirst()));
        return steps;
    }

    private static JsonNode metadata(FlightStream stream) {
        return JsonMapper.shared()
                .readTree(stream.getRoot().getVector("metadata").getObject(0).toString());
    }

    private static Ticket ticket(long step) {
        return new Ticket(new FeedTicket(step, 0).bytes());
    }

    private FlightFeed start(List<List<MicroBatch>> steps) {
        return FlightFeed.start("127.0.0.1", 0, TestFeed.feed(budget, steps), new Silent());
    }

    private FlightClient client() {
        return FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", feed.port()))
                .maxInboundMessageSize(Integer.MAX_VALUE)
                .build();
    }

    private static List<MicroBatch> rows(int step) {
        return IntStream.range(0, ROWS)
                .mapToObj(index -> TestFeed.row(number(step, index), IMAGES))
                .toList();
    }

    private static int number(int step, int index) {
        return 100 * step + index;
    }

    private static final class Silent implements FeedListener {

        @Override
        public void sent(BatchMetadata batch, StepMetrics stepSoFar) {}

        @Override
        public void released(long step, StepMetrics metrics) {}
    }
}
