package dev.fovea.examples.colorcodeword;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CodewordTasksTest {

    @Test
    void trainingNeverShowsAHeldOutCodeword() {
        CodewordTasks tasks = new CodewordTasks(1, 200);
        Set<String> heldOut = new HashSet<>(
                tasks.heldOut().stream().map(CodewordTask::codeword).toList());

        assertThat(heldOut).hasSize(200);
        for (long index = 0; index < 5_000; index++) {
            assertThat(heldOut).doesNotContain(tasks.task(3, index).codeword());
        }
    }

    @Test
    void theSameSeedGivesTheSameTasksAndTheSameCodewordsAreHeldOutForAll() {
        assertThat(new CodewordTasks(2, 200).task(7, 11)).isEqualTo(new CodewordTasks(2, 200).task(7, 11));
        assertThat(new CodewordTasks(1, 200).heldOut()).isEqualTo(new CodewordTasks(1, 200).heldOut());
    }

    @Test
    void allOtherCodewordsAppear() {
        CodewordTasks tasks = new CodewordTasks(1, 200);
        Set<String> seen = new HashSet<>();
        for (long index = 0; index < 20_000; index++) {
            seen.add(tasks.task(1, index).codeword());
        }

        assertThat(seen).hasSize(729 - 200);
    }

    @Test
    void theCodewordGrowsTurnByTurn() {
        CodewordTask task = new CodewordTask(List.of(
                List.of(SquareColor.RED, SquareColor.GREEN),
                List.of(SquareColor.BLUE, SquareColor.BLACK),
                List.of(SquareColor.WHITE, SquareColor.WHITE)));

        assertThat(task.codewordAfter(0)).isEqualTo("AB");
        assertThat(task.codewordAfter(1)).isEqualTo("ABCI");
        assertThat(task.codeword()).isEqualTo("ABCIHH");
    }
}
