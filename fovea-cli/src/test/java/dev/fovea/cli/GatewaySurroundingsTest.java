package dev.fovea.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import dev.fovea.gateway.BodyLimits;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayPortTest {

    @TempDir
    private Path folder;

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, Inet4Address.ofLiteral("127.0.0.1"))) {
            SetupException refused = catchThrowableOfType(
                    SetupException.class,
                    () -> new TestGateway(folder, taken.getLocalPort(), BodyLimits.DEFAULTS).close());

            assertThat(refused.code()).isEqualTo(ErrorCode.PORT_IN_USE);
            assertThat(refused)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("choose another port");
        }
    }
}
