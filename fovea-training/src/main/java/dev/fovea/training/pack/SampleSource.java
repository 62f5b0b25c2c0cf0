package dev.fovea.training.pack;

import dev.fovea.contract.TrainingSample;
import java.util.List;

/** Samples by number. Each is asked for once to be looked at and once for every row that it goes into. */
public interface SampleSource {

    /** How many there are. */
    int size();

    /** The sample of a number from 0 on; always the same one. */
    TrainingSample get(int index);

    /** Samples that are in memory. */
    static SampleSource of(List<TrainingSample> samples) {
        List<TrainingSample> copy = List.copyOf(samples);
        return new SampleSource() {
            @Override
            public int size() {
                return copy.size();
            }

            @Override
            public TrainingSample get(int index) {
                return copy.get(index);
            }
        };
    }
}
