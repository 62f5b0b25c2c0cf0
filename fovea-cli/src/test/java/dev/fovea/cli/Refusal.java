package dev.fovea.cli;

import java.nio.charset.StandardCharsets;

/**
 * A body and how it is refused.
 *
 * @param wire the body, a character a byte
 * @param place what the message names
 */
record Refusal(String name, String wire, int status, String code, String place) {

    static Refusal of(String name, byte[] body, int status, String code, String place) {
        return new Refusal(name, new String(body, StandardCharsets.ISO_8859_1), status, code, place);
    }

    static Refusal of(String name, byte[] body, String code, String place) {
        return of(name, body, 400, code, place);
    }

    byte[] body() {
        return wire.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return name;
    }
}
