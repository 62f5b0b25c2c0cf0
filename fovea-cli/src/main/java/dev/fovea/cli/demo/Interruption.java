package dev.fovea.cli.demo;

/** What happens on Ctrl-C: the terminal comes back, the records are made durable, and the process ends without waiting for the rest. */
final class Interruption {

    private final Thread hook;

    private Interruption(Thread hook) {
        this.hook = hook;
    }

    static Interruption guard(DemoHouse house, DemoView view, RunFolder folder) {
        Thread hook = new Thread(
                () -> {
                    view.interrupt("interrupted; every committed turn is in " + folder.records());
                    house.closeRecords();
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Interruption(hook);
    }

    /** The guarded work is done. */
    void end() {
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
