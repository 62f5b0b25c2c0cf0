package dev.fovea.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fovea.contract.TokenIds;
import org.junit.jupiter.api.Test;

class SegmentCacheTest {

    private static final EncodedText IDS = EncodedText.of(TokenIds.of(1), 0);

    private final SegmentCache cache = new SegmentCache();

    @Test
    void aTextThatComesAgainIsKnown() {
        cache.put("instructions ".repeat(20), IDS);

        assertThat(cache.find("instructions ".repeat(20))).isSameAs(IDS);
        assertThat(cache.find("instructions ".repeat(21))).isNull();
    }

    @Test
    void shortTextsAreNotKept() {
        cache.put("short", IDS);

        assertThat(cache.find("short")).isNull();
    }

    @Test
    void whatNobodyAsksForIsForgottenAndWhatIsAskedForStays() {
        String asked = "asked ".repeat(100);
        String idle = "idle ".repeat(100);
        cache.put(asked, IDS);
        cache.put(idle, IDS);

        for (int i = 0; i < 40; i++) {
            cache.put("x".repeat(400_000) + i, IDS);
            assertThat(cache.find(asked)).isNotNull();
        }

        assertThat(cache.find(idle)).isNull();
    }
}
