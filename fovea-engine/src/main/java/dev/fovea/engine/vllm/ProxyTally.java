package dev.fovea.engine.vllm;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.engine.pool.ReplicaState;
import dev.fovea.vision.MaterializerCounters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

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
     * @param pixels of each server that is sent any
     * @param servers how each server does
     */
    String lines(List<MaterializerCounters> pixels, List<ReplicaState> servers) {
        StringBuilder text = new StringBuilder();
        counter(text, "requests_total", "Generations that clients asked for.", requests.sum());
        counter(text, "abandoned_total", "Generations whose client went away.", abandoned.sum());
        head(text, "refusals_total", "Generations that were refused or failed here, by code.");
        new TreeMap<>(refusals)
                .forEach((code, count) -> text.append(
                        "fovea_proxy_refusals_total{code=\"%s\"} %d\n".formatted(code.wire(), count.sum())));
        if (!pixels.isEmpty()) {
            pixels(text, pixels);
        }
        replicas(text, servers);
        return text.toString();
    }

    private static void pixels(StringBuilder text, List<MaterializerCounters> made) {
        counter(
                text,
                "pixel_hits_total",
                "Images whose pixels were there already.",
                sum(made, MaterializerCounters::hits));
        counter(text, "pixel_misses_total", "Images whose pixels were made.", sum(made, MaterializerCounters::misses));
        counter(
                text,
                "pixel_evictions_total",
                "Images whose pixels gave way to others.",
                sum(made, MaterializerCounters::evictions));
        counter(
                text,
                "read_bytes_total",
                "Bytes of files that were read and hashed.",
                sum(made, MaterializerCounters::readBytes));
        counter(
                text,
                "made_bytes_total",
                "Bytes of pixels that were made.",
                sum(made, MaterializerCounters::madeBytes));
        seconds(
                text,
                "decode_seconds_total",
                "Time spent decoding, over all threads.",
                sum(made, MaterializerCounters::decodeNanos));
        seconds(
                text,
                "process_seconds_total",
                "Time spent resizing and cutting.",
                sum(made, MaterializerCounters::processNanos));
    }

    private static long sum(List<MaterializerCounters> made, ToLongFunction<MaterializerCounters> value) {
        return made.stream().mapToLong(value).sum();
    }

    private static void replicas(StringBuilder text, List<ReplicaState> servers) {
        replica(text, servers, "replica_answers_total", "counter", "Answers of a server.", ReplicaState::answers);
        replica(
                text,
                servers,
                "replica_suspicions_total",
                "counter",
                "Answers of a server to something else than it was asked.",
                ReplicaState::suspicions);
        replica(
                text,
                servers,
                "replica_outstanding",
                "gauge",
                "Requests that a server works on.",
                ReplicaState::outstanding);
        replica(
                text,
                servers,
                "replica_left_alone",
                "gauge",
                "1 while a server is left alone after failures or a suspicion.",
                state -> state.open() ? 1 : 0);
    }

    private static void replica(
            StringBuilder text,
            List<ReplicaState> servers,
            String name,
            String type,
            String help,
            ToLongFunction<ReplicaState> value) {
        text.append("# HELP fovea_proxy_%s %s\n# TYPE fovea_proxy_%s %s\n".formatted(name, help, name, type));
        for (ReplicaState server : servers) {
            text.append(
                    "fovea_proxy_%s{replica=\"%s\"} %d\n".formatted(name, server.name(), value.applyAsLong(server)));
        }
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
