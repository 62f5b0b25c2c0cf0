package dev.fovea.gateway;

import tools.jackson.databind.JsonNode;

/**
 * What a rollout is to be opened with.
 *
 * @param group rollouts of one group share a baseline
 * @param sampling overrides what the program asks for
 */
record RolloutRequest(String task, String group, String environment, String model, RequestedSampling sampling) {

    private static final int LONGEST_NAME = 512;

    static RolloutRequest read(JsonNode body) {
        JsonNode order = JsonFields.object(body, "the body");
        JsonNode sampling = order.path("sampling");
        return new RolloutRequest(
                name(order, "task"),
                name(order, "group"),
                name(order, "environment"),
                name(order, "model"),
                ChatRequestReader.sampling(
                        JsonFields.isAbsent(sampling) ? sampling : JsonFields.object(sampling, "sampling")));
    }

    private static String name(JsonNode order, String member) {
        String text = JsonFields.optionalText(order.path(member), member);
        if (text != null && text.length() > LONGEST_NAME) {
            throw JsonFields.invalid(member + " is longer than " + LONGEST_NAME + " characters", "use a short name");
        }
        return text == null ? "" : text;
    }
}
