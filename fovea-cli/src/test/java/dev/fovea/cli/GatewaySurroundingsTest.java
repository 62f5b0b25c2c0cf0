package dev.fovea.cli;

import static dev.fovea.cli.TestBodies.image;
import static dev.fovea.cli.TestBodies.messages;
import static dev.fovea.cli.TestBodies.parts;
import static dev.fovea.cli.TestBodies.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.client.OpenedRollout;
import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.gateway.BodyLimits;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine may lack: a free port, and room for one more image. */
class GatewaySurroundingsTest {

    @TempDir
    private Path folder;

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, Inet4Address.ofLiteral("127.0.0.1"))) {
            int port = taken.getLocalPort();

            SetupException refused = catchThrowableOfType(
                    SetupException.class, () -> new TestGateway(folder, port, BodyLimits.DEFAULTS, 0).close());

            assertThat(refused.code()).isEqualTo(ErrorCode.PORT_IN_USE);
            assertThat(refused).hasMessageContaining("port " + port).hasMessageContaining("choose another port");
        }
    }

    @Test
    void aDiskThatIsNearlyFullRefusesImagesAndNothingElse() throws IOException, InterruptedException {
        byte[] pictured = messages(parts(image(TestImages.dataUrl(TestImages.png(0x336699, 64, 64)))));
        try (TestGateway gateway = new TestGateway(folder, 0, BodyLimits.DEFAULTS, Long.MAX_VALUE)) {
            OpenedRollout rollout = gateway.open();

            HttpResponse<String> refused = gateway.chat(rollout, pictured);

            assertThat(refused.statusCode()).isEqualTo(507);
            assertThat(refused.body()).contains("storage_full").contains("free space there");
            assertThat(gateway.trace(rollout).nodes()).isEmpty();
            assertThat(gateway.images()).isEmptyDirectory();
            assertThat(gateway.chat(rollout, messages(user("no picture"))).statusCode())
                    .isEqualTo(200);
        }
    }
}
