package dev.fovea.policy;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;

/** What the queries of a layer look at: the keys and values of this pass, and in a cache also those of earlier ones. */
@FunctionalInterface
interface KeyValueStore {

    /**
     * Takes a layer's new keys and values, and gives all that its queries may see.
     *
     * @param keys {@code [sequences x length, keyValueHeads, 2, pairs]}
     * @param values {@code [sequences x length, keyValueHeads x channels]}
     * @return keys and values, each {@code [sequences x keyValueHeads, keys, channels]}
     */
    NDList extend(int layer, NDArray keys, NDArray values);

    /** Without a cache: what is computed now is all there is. */
    static KeyValueStore none(Qwen3VlConfig.Text config, TextInput input) {
        return (_, keys, values) -> new NDList(byHead(config, input, keys), byHead(config, input, values));
    }

    private static NDArray byHead(Qwen3VlConfig.Text config, TextInput input, NDArray rows) {
        long heads = config.keyValueHeads();
        return rows.reshape(input.sequences(), input.length(), heads, config.headChannels())
                .transpose(0, 2, 1, 3)
                .reshape(input.sequences() * heads, input.length(), config.headChannels());
    }
}
