package dev.fovea.training.feed;

import dev.fovea.contract.TokenNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The environments of a row's tokens as numbers, and the names behind them in order of appearance. */
final class EnvironmentIds {

    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final int[] ids;
    private int at;

    EnvironmentIds(TokenNames names) {
        ids = new int[names.size()];
        names.forEachRun(this::add);
    }

    private void add(String name, int tokens) {
        int next = numbers.size();
        int number = numbers.computeIfAbsent(name, added -> next);
        Arrays.fill(ids, at, at + tokens, number);
        at += tokens;
    }

    List<String> names() {
        return new ArrayList<>(numbers.keySet());
    }

    Tensor tensor() {
        return TensorValues.integers("env_ids", List.of(1L, (long) ids.length), ids);
    }
}
