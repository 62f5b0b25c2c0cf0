package dev.fovea.cli.demo;

/** What happens on Ctrl-C: the terminal comes back, the records are made durable, and the process ends without waiting for the rest. */
final class Interruption {

    /** 128 and the number of SIGINT, as shells report it. */
    private static final int EXIT_CODE = 130;

    private final Thread hook;

    private Interruption(Thread hook) {
        this.hook = hook;
    }

    static Interruption guard(DemoHouse house, DemoView view, RunFolder folder) {
        Thread hook = new Thread(
                () -> {
                    try {
                        house.closeRecords();
                        view.interrupt("interrupted; every committed turn is in " + folder.records());
                    } finally {
                        // other threads find the records closed from now on; nobody needs to read what they say of it
                        Runtime.getRuntime().halt(EXIT_CODE);
                    }
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Interruption(hook);
    }

    /** The guarded work is done. */
    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending already, and the hook with it
        }
    }
}
