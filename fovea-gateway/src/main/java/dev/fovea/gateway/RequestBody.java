package dev.fovea.gateway;

import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import java.io.FilterInputStream;
import java.io.IOException;

/** A request's bytes. The server tells of a broken transfer in unchecked exceptions of many kinds; here they are what they are to a reader. */
final class RequestBody extends FilterInputStream {

    RequestBody(ServerRequest request) {
        super(request.content().inputStream());
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (RequestException e) {
            // the server's own refusal, such as 413
            throw e;
        } catch (RuntimeException e) {
            throw new IOException("the transfer broke", e);
        }
    }
}
