package dev.fovea.engine.vllm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.FoveaException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user reads who named a server wrongly. */
@Timeout(60)
class BadAddressTest {

    @TempDir
    private Path run;

    private ScriptedHouse house;
    private ScriptedVllm server;

    @BeforeEach
    void start() {
        house = new ScriptedHouse(run);
        server = house.server();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost:8000",
                "ftp://host",
                "http://",
                "http://a b",
                "http://user:pass@host",
                "http://host?x=1"
            })
    void whatIsNoHttpAddressIsNamed(String text) {
        assertThatThrownBy(() -> VllmAddress.parse(text))
                .isInstanceOfSatisfying(
                        FoveaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining("no http or https URL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://host:1/", "http://host:1/v1", "http://host:1/v1/", " http://host:1 "})
    void theWaysOfWritingAnAddressAreOne(String text) {
        assertThat(VllmAddress.parse(text)).hasToString("http://host:1");
    }

    @Test
    void aServerThatRefusesTheKeyAsksForIt() throws InterruptedException {
        server.apiKey = "right";

        refused(server.address(), "give the engine's API key");
        refused(server.address().withApiKey("wrong"), "give the engine's API key");
        VllmEngine.open(
                        server.address().withApiKey("right"),
                        ScriptedHouse.MODEL,
                        house.reader,
                        house.decoder,
                        house.store,
                        ScriptedHouse.SETTINGS)
                .close();
    }

    @Test
    void aServerWithoutTlsIsNoHttpsServer() {
        refused(VllmAddress.parse(server.address().toString().replace("http:", "https:")), "begins no TLS");
    }

    @Test
    void aServerThatIsNotThereIsNamedWithItsAddress() {
        VllmAddress gone = server.address();
        server.close();

        refused(gone, "engine " + gone + " accepts no connection");
    }

    private void refused(VllmAddress address, String message) {
        assertThatThrownBy(() -> VllmEngine.open(
                        address, ScriptedHouse.MODEL, house.reader, house.decoder, house.store, ScriptedHouse.SETTINGS))
                .isInstanceOf(FoveaException.class)
                .hasMessageContaining(message);
    }
}
