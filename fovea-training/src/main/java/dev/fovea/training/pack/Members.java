package dev.fovea.training.pack;

import dev.fovea.contract.TrainingSample;
import java.util.List;

/**
 * The samples of a plan: the plan counts only those that are packed.
 *
 * @param numbers for each sample of the plan its number in the source
 */
record Members(SampleSource source, List<Integer> numbers, List<SampleShape> shapes, Truncation truncation) {

    TrainingSample get(int planned) {
        TrainingSample sample = source.get(numbers.get(planned));
        return truncation
                .fit(sample)
                .filter(cut -> cut.size() == shapes.get(planned).tokens())
                .orElseThrow(() -> new IllegalStateException(
                        "sample " + numbers.get(planned) + " is another than when it was planned"));
    }

    int adapter(int planned) {
        return shapes.get(planned).adapter();
    }
}
