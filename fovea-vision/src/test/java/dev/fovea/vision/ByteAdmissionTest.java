package dev.fovea.vision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ByteAdmissionTest {

    private static final long TOTAL = 64 << 10;

    @Test
    void workThatRunsAtOnceStaysWithinItsBytes() {
        ByteAdmission admission = new ByteAdmission(TOTAL);
        AtomicLong running = new AtomicLong();
        AtomicLong most = new AtomicLong();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                long bytes = (1L + i % 40) << 10;
                threads.execute(() -> admission.admit(bytes, () -> {
                    most.accumulateAndGet(running.addAndGet(bytes), Math::max);
                    return running.addAndGet(-bytes);
                }));
            }
        }

        assertThat(running).hasValue(0);
        assertThat(most).hasPositiveValue();
        assertThat(most.get()).isLessThanOrEqualTo(TOTAL);
    }

    @Test
    void workLargerThanAllRunsAlone() {
        ByteAdmission admission = new ByteAdmission(TOTAL);

        assertThat(admission.<String>admit(Long.MAX_VALUE / 2, () -> "done")).isEqualTo("done");
    }

    @Test
    void failedWorkGivesItsBytesBack() {
        ByteAdmission admission = new ByteAdmission(TOTAL);

        assertThatThrownBy(() -> admission.admit(TOTAL, () -> {
                    throw new IllegalStateException("failed");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(admission.<String>admit(TOTAL, () -> "next")).isEqualTo("next");
    }
}
