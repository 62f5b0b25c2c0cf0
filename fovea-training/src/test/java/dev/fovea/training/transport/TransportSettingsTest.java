package dev.fovea.training.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransportSettingsTest {

    @Test
    void oneStringNamesATransport() {
        assertThat(TransportSettings.parse("fs:/data/run"))
                .isEqualTo(new TransportSettings.FileSystem(Path.of("/data/run")));
        assertThat(TransportSettings.parse("zmq://localhost:5555"))
                .isEqualTo(new TransportSettings.Zmq("localhost", 5555, 10));
        assertThat(TransportSettings.parse("zmq://packer.local:5555?hwm=3"))
                .isEqualTo(new TransportSettings.Zmq("packer.local", 5555, 3));
        assertThat(TransportSettings.parse("kafka://a:9092,b:9092/rows.v1"))
                .isEqualTo(new TransportSettings.Kafka("a:9092,b:9092", "rows.v1", Optional.empty()));
        assertThat(TransportSettings.parse("kafka://a:9092/rows?config=/etc/client.properties"))
                .isEqualTo(
                        new TransportSettings.Kafka("a:9092", "rows", Optional.of(Path.of("/etc/client.properties"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                         | names no transport
                    /data/run                  | names no transport
                    http://localhost:1         | names no transport
                    fs:                        | names no folder
                    zmq://localhost            | is no ZeroMQ address
                    zmq://localhost:0          | leaves no room for three ports
                    zmq://localhost:65534      | leaves no room for three ports
                    zmq://localhost:1?hwm=0    | lets a socket hold no message
                    zmq://localhost:1?hw=1     | is no ZeroMQ address
                    kafka://localhost/rows     | is no Kafka address
                    kafka://localhost:1        | is no Kafka address
                    kafka://localhost:1/       | names no topic
                    kafka://localhost:1/a b    | names no topic
                    kafka://localhost:1/..     | names no topic
                    """)
    void anythingElseIsRefusedInOneSentence(String text, String says) {
        assertThatThrownBy(() -> TransportSettings.parse(text))
                .isInstanceOfSatisfying(
                        SetupException.class,
                        error -> assertThat(error.what()).contains(says).doesNotContain("\n"));
    }

    @Test
    void kafkaWithoutItsRoomIsRefused() {
        assertThatThrownBy(() -> Transport.open(TransportSettings.parse("kafka://localhost:1/rows")))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("fovea-kafka");
    }
}
