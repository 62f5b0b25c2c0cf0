package dev.fovea.policy;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that a process may still take.
 *
 * @param availableBytes what Linux would give without swapping, at most a container's limit; elsewhere all of the machine's memory,
 *     because what other systems call free leaves out what they would give up at once
 */
record HostMemory(long availableBytes) {

    private static final Path LINUX = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s+(\\d{1,15}) kB$");

    static HostMemory now() {
        long total =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return new HostMemory(Math.min(total, linuxAvailable(total)));
    }

    private static long linuxAvailable(long otherwise) {
        try {
            Matcher line = AVAILABLE.matcher(Files.isReadable(LINUX) ? Files.readString(LINUX) : "");
            return line.find() ? 1024 * Long.parseLong(line.group(1)) : otherwise;
        } catch (IOException e) {
            return otherwise;
        }
    }
}
