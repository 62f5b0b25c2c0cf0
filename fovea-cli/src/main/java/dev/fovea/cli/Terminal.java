package dev.fovea.cli;

import java.io.Console;
import java.util.Optional;
import java.util.function.Consumer;

/** Whether a person looks on, and what that person is shown. */
public final class Terminal {

    private Terminal() {}

    /** Whether a person sits at a terminal. */
    public static boolean isWatched() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    /** One line on standard error that the next one takes the place of, while people wait; nothing where nobody looks. */
    public static Consumer<String> waitingLine() {
        return isWatched() ? line -> System.err.print("\r\033[K" + line + "\r") : line -> {};
    }
}
