package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.vision.MaterializerCounters;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a proxy did so far, as a scraper reads it. Thread safe. */
final class ProxyTally {

    private final LongAdder requests = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final Map<ErrorCode, LongAdder> refusals = new ConcurrentHashMap<>();

    void request() {
        requests.increment();
    }

    /** A client went away before its answer was there. */
    void abandoned() {
        abandoned.increment();
    }

    void refusal(ErrorCode code) {
        refusals.computeIfAbsent(code, first -> new LongAdder()).increment();
    }

    /**
     * Lines of the Prometheus text form.
     *
     * @param pixels empty where the proxy makes none
     */
    String lines(Optional<MaterializerCounters> pixels) {
        StringBuilder text = new StringBuilder();
        counter(text, "requests_total", "Generations that clients asked for.", requests.sum());
        counter(text, "abandoned_total", "Generations whose client went away.", abandoned.sum());
        head(text, "refusals_total", "Generations that were refused or failed here, by code.");
        new TreeMap<>(refusals)
                .forEach((code, count) -> text.append(
                        "fovea_proxy_refusals_total{code=\"%s\"} %d\n".formatted(code.wire(), count.sum())));
        pixels.ifPresent(made -> {
            counter(text, "pixel_hits_total", "Images whose pixels were there already.", made.hits());
            counter(text, "pixel_misses_total", "Images whose pixels were made.", made.misses());
            counter(text, "pixel_evictions_total", "Images whose pixels gave way to others.", made.evictions());
            counter(text, "read_bytes_total", "Bytes of files that were read and hashed.", made.readBytes());
            counter(text, "made_bytes_total", "Bytes of pixels that were made.", made.madeBytes());
            seconds(text, "decode_seconds_total", "Time spent decoding, over all threads.", made.decodeNanos());
            seconds(text, "process_seconds_total", "Time spent resizing and cutting.", made.processNanos());
        });
        return text.toString();
    }

    private static void counter(StringBuilder text, String name, String help, long value) {
        head(text, name, help);
        text.append("fovea_proxy_").append(name).append(' ').append(value).append('\n');
    }

    private static void seconds(StringBuilder text, String name, String help, long nanos) {
        head(text, name, help);
        text.append(String.format(Locale.ROOT, "fovea_proxy_%s %.6f\n", name, nanos / 1e9));
    }

    private static void head(StringBuilder text, String name, String help) {
        text.append("# HELP fovea_proxy_%s %s\n# TYPE fovea_proxy_%s counter\n".formatted(name, help, name));
    }
}
