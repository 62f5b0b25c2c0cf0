package dev.fovea.cli.demo;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** What happens on Ctrl-C: the terminal comes back, the records are made durable, and the process ends without waiting for the rest. */
final class Interruption {

    /** 128 and the number of SIGINT, as shells report it. */
    private static final int EXIT_CODE = 130;

    private final Thread hook;
    private final CountDownLatch begun;

    private Interruption(Thread hook, CountDownLatch begun) {
        this.hook = hook;
        this.begun = begun;
    }

    static Interruption guard(DemoHouse house, DemoView view, RunFolder folder) {
        CountDownLatch begun = new CountDownLatch(1);
        Thread hook = new Thread(
                () -> {
                    begun.countDown();
                    try {
                        giveBack(house, view, folder);
                    } finally {
                        // other threads find the records closed from now on; nobody needs to read what they say of it
                        exitAtOnce();
                    }
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Interruption(hook, begun);
    }

    /** The terminal in any case, also where the disk does not take the records. */
    private static void giveBack(DemoHouse house, DemoView view, RunFolder folder) {
        String said = "interrupted; the last turns may not be in " + folder.records();
        try {
            house.closeRecords();
            said = "interrupted; every committed turn is in " + folder.records();
        } finally {
            view.interrupt(said);
        }
    }

    /**
     * The JVM's own exit waits for native code, 300 ms for PyTorch and far longer for its compiler; measured 0.8 to 1.2 s on a busy
     * machine. Nothing here is left to wait for, so the C library's exit is called where there is one.
     */
    @SuppressWarnings("restricted")
    private static void exitAtOnce() {
        try {
            Linker linker = Linker.nativeLinker();
            linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("_exit"),
                            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT))
                    .invokeExact(EXIT_CODE);
        } catch (Throwable noSuchCall) {
            Runtime.getRuntime().halt(EXIT_CODE);
        }
    }

    /**
     * The guarded work is done. Where the process is ending already, this never returns: what the work says of closed records is
     * nothing that a user who pressed Ctrl-C needs to read.
     */
    void end() {
        if (begun.getCount() > 0 && removed()) {
            return;
        }
        while (true) {
            LockSupport.park(this);
        }
    }

    private boolean removed() {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
