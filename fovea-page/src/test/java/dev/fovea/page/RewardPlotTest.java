package dev.fovea.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class RewardPlotTest {

    @Test
    void everyStepHasADotAndThePictureIsWellFormed() throws Exception {
        List<Double> rewards =
                IntStream.range(0, 60).mapToObj(step -> step / 60.0).toList();

        Document svg = parse(new RewardPlot(rewards, OptionalDouble.of(0.2), OptionalDouble.of(0.9)).svg());

        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(60);
        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(1);
        assertThat(svg.getDocumentElement().getTextContent()).contains("after training, held out: 0.900");
    }

    @Test
    void aRunWithoutStepsStillHasAPicture() throws Exception {
        Document svg = parse(new RewardPlot(List.of(), OptionalDouble.empty(), OptionalDouble.empty()).svg());

        assertThat(svg.getElementsByTagName("circle").getLength()).isZero();
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
