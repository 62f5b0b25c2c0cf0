package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.SetupException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where images go, as pure functions of arguments and environment (offload contract, section 5). Only a writer needs this: whoever
 * renders, references or materialises works from URIs alone.
 */
public final class ImageDirectory {

    /** The environment variable that names the directory. */
    public static final String VARIABLE = "VF_RENDERER_IMAGE_OFFLOAD_DIR";

    private static final String HOSTED_ROOT = "/data/outputs";

    /** {@code $$}, {@code $name} or {@code ${name}}; names are ASCII. */
    private static final Pattern REFERENCE = Pattern.compile("\\$(?:(\\$)|([_a-zA-Z]\\w*)|\\{([_a-zA-Z]\\w*)})");

    private ImageDirectory() {}

    /**
     * The library's order: an explicit directory, then the variable; blank counts as absent.
     *
     * @throws SetupException {@code invalid_configuration} where neither is set
     */
    public static Path forWriter(@Nullable String explicit, Map<String, String> environment) {
        return present(explicit)
                .or(() -> present(environment.get(VARIABLE)))
                .map(text -> Path.of(text).toAbsolutePath())
                .orElseThrow(() -> new SetupException(
                        ErrorCode.INVALID_CONFIGURATION,
                        "no image directory is configured",
                        "set " + VARIABLE + " or name a directory"));
    }

    /**
     * The launcher's order: the operator's variable, the configured directory with {@code ~} and known {@code $NAME} expanded, the
     * hosted run's directory, the output directory's {@code assets/images}.
     */
    public static Path forLauncher(
            @Nullable String configured, Map<String, String> environment, String outputDirectory) {
        return present(environment.get(VARIABLE))
                .or(() -> present(configured).map(text -> expand(text, environment)))
                .or(() -> present(environment.get("RUN_ID")).map(ImageDirectory::hosted))
                .map(Path::of)
                .orElseGet(() -> Path.of(outputDirectory, "assets", "images"))
                .toAbsolutePath()
                .normalize();
    }

    private static Optional<String> present(@Nullable String text) {
        return Optional.ofNullable(text).map(String::strip).filter(stripped -> !stripped.isEmpty());
    }

    private static String hosted(String runId) {
        String id = runId.startsWith("run_") ? runId.substring("run_".length()) : runId;
        return HOSTED_ROOT + "/run_" + id + "/assets/images";
    }

    /** The tilde first: one that a variable brings is a name like any other. */
    private static String expand(String text, Map<String, String> environment) {
        String path = text.equals("~") || text.startsWith("~/")
                ? environment.getOrDefault("HOME", "") + text.substring(1)
                : text;
        return REFERENCE.matcher(path).replaceAll(found -> Matcher.quoteReplacement(value(found, environment)));
    }

    private static String value(MatchResult found, Map<String, String> environment) {
        if (found.group(1) != null) {
            return "$";
        }
        String name = found.group(2) != null ? found.group(2) : found.group(3);
        return environment.getOrDefault(name, found.group());
    }
}
