package dev.fovea.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process has used of all cores, collector and compiler included. What one core can do does not change when other
 * programs run beside; the clock on the wall would.
 */
final class CpuTime {

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private CpuTime() {}

    static long nanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** What this thread has used; counts nanoseconds where the former counts hundredths of a second. */
    static long ofThisThread() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
