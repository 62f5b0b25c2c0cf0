package dev.fovea.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows of the README's map: who may use whom, and nobody else. */
class RoomsTest {

    private static final JavaClasses FOVEA = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.fovea");

    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry("contract", Set.of()),
            Map.entry("assets", Set.of("contract")),
            Map.entry("vision", Set.of("contract", "assets")),
            Map.entry("chat", Set.of("contract")),
            Map.entry("families", Set.of("contract", "vision", "chat")),
            Map.entry("trace", Set.of("contract")),
            Map.entry("engine", Set.of("contract", "assets", "vision", "chat")),
            Map.entry("gateway", Set.of("contract", "assets", "vision", "chat", "trace", "engine")),
            Map.entry("client", Set.of("contract")),
            Map.entry("training", Set.of("contract", "assets", "vision", "trace")),
            Map.entry("flight", Set.of("contract", "training")),
            Map.entry("kafka", Set.of("contract", "training")),
            Map.entry("policy", Set.of("contract", "vision", "engine", "training")),
            Map.entry("orchestrator", Set.of("contract", "client", "trace", "engine", "training")),
            Map.entry("page", Set.of("contract", "assets", "trace", "training")),
            Map.entry("conform", Set.of("contract", "assets", "vision", "chat", "families", "trace", "training")),
            Map.entry("bench", Set.of("contract", "assets", "vision", "chat", "families", "trace", "training")),
            Map.entry("interop", Set.of("contract", "assets", "vision", "families", "engine", "policy", "conform")),
            Map.entry("examples", Set.of()));

    /** Libraries so heavy or so telling that they belong into one room. */
    private static final Map<String, Set<String>> LIVES_ONLY_IN = Map.of(
            "ai.djl",
            Set.of("policy"),
            "io.helidon",
            // the gateway, and the proxy in front of an engine
            Set.of("gateway", "engine"),
            "org.apache.arrow",
            Set.of("flight"),
            "io.grpc",
            Set.of("flight"),
            "org.apache.kafka",
            Set.of("kafka"),
            "org.msgpack",
            // the contract, and what compares its bytes with recorded ones
            Set.of("contract", "conform"),
            "org.zeromq",
            Set.of("training"),
            "picocli",
            Set.of("cli"),
            "org.jline",
            Set.of("cli"));

    static Stream<String> rooms() {
        return MAY_USE.keySet().stream();
    }

    static Stream<Map.Entry<String, Set<String>>> libraries() {
        return LIVES_ONLY_IN.entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomUsesOnlyTheRoomsThatItMay(String room) {
        Set<String> allowed = MAY_USE.getOrDefault(room, Set.of());

        classes()
                .that()
                .resideInAPackage("dev.fovea." + room + "..")
                .should()
                .onlyDependOnClassesThat(describe(
                        "are no part of Fovea, or of " + allowed,
                        used -> !isFovea(used) || roomOf(used).equals(room) || allowed.contains(roomOf(used))))
                .check(FOVEA);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void aHeavyLibraryLivesInOneRoom(Map.Entry<String, Set<String>> library) {
        Set<String> users = FOVEA.stream()
                .filter(RoomsTest::isFovea)
                .filter(user -> user.getDirectDependenciesFromSelf().stream()
                        .anyMatch(use -> use.getTargetClass().getPackageName().startsWith(library.getKey())))
                .map(RoomsTest::roomOf)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(users).isSubsetOf(library.getValue());
    }

    @Test
    void everyRoomOfTheHouseIsInTheTable() {
        Set<String> found = FOVEA.stream().map(RoomsTest::roomOf).collect(Collectors.toSet());

        found.remove("cli");
        assertThat(found).isEqualTo(MAY_USE.keySet());
    }

    @Test
    void roomsFormNoCycle() {
        slices().matching("dev.fovea.(*)..").should().beFreeOfCycles().check(FOVEA);
    }

    @Test
    void everyPackageSaysWhatItIsForAndIsNullMarked() {
        Set<String> packages = FOVEA.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.endsWith(".jmh_generated")) // JMH's processor writes no package-info
                .collect(Collectors.toSet());

        assertThat(packages)
                .allSatisfy(
                        name -> assertThat(Class.forName(name + ".package-info").isAnnotationPresent(NullMarked.class))
                                .isTrue());
    }

    private static boolean isFovea(JavaClass javaClass) {
        return javaClass.getPackageName().startsWith("dev.fovea.");
    }

    private static String roomOf(JavaClass javaClass) {
        return javaClass.getPackageName().split("\\.", -1)[2];
    }
}
