package dev.fovea.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class ChatFiguresTest {

    @TempDir
    private Path folder;

    private final ChatFigures.Builder figures = new ChatFigures.Builder();

    @Test
    void aRatioSaysHowManyTimesFasterOursIs() {
        measured();

        figures.reference(new ChatReference.Measured(reference("a")));

        assertThat(figures.build().ratios())
                .contains(
                        entry("render_fresh_over_reference", 6.0),
                        entry("bridge_over_reference_100k", 6.0),
                        entry("bridge_100k_over_1k", 1.0));
        assertThat(figures.build().missing()).isEmpty();
    }

    @Test
    void otherIdsAreNoComparison() {
        measured();

        figures.reference(new ChatReference.Measured(reference("b")));

        assertThat(figures.build().ratios()).containsOnlyKeys("bridge_100k_over_1k");
        assertThat(figures.build().missing())
                .hasValueSatisfying(why -> assertThat(why).contains("other ids"));
    }

    @Test
    void anInterpreterThatIsNotThereIsNamed() {
        ChatReference.Outcome outcome = ChatReference.run(folder.resolve("python"), folder);

        figures.reference(outcome);

        assertThat(figures.build().missing())
                .hasValueSatisfying(
                        why -> assertThat(why).contains(folder.resolve("python").toString()));
    }

    private void measured() {
        for (String name : new String[] {"fresh", "repeated", "bridge_1k", "bridge_100k"}) {
            figures.ours(name, 0.5);
            figures.thread(name, 0.25);
            figures.digest(name, "a");
        }
    }

    private static ObjectNode reference(String digest) {
        ObjectNode figures = JsonNodeFactory.instance.objectNode();
        for (String name : new String[] {"fresh", "repeated", "bridge_1k", "bridge_100k"}) {
            figures.put(name, 3.0).put(name + "_digest", digest);
        }
        return figures;
    }
}
