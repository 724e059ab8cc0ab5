package dev.jubelet.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ArchitectureTest {
  private static final int LEAST_CLASSES = 400;
  private static final List<StageRow> STAGES = StageRow.ofMap();
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("jubelet-api"))
          .withImportOption(location -> !location.contains("/api/target"))
          .importPackages("dev.jubelet");

  @Test
  void theseRulesSeeTheWholeAgent() {
    assertThat(CLASSES).hasSizeGreaterThan(LEAST_CLASSES);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aStageUsesOnlyTheStagesThatTheMapNames(StageRow stage) {
    String[] others =
        STAGES.stream()
            .map(StageRow::name)
            .filter(other -> !other.equals(stage.name()) && !stage.uses().contains(other))
            .map(other -> "dev.jubelet.pod." + other + "..")
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage("dev.jubelet.pod." + stage.name() + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(CLASSES);
  }

  static Stream<StageRow> stages() {
    return STAGES.stream();
  }

  static Stream<String> pureStages() {
    return Stream.concat(
        STAGES.stream().filter(StageRow::pure).map(StageRow::name), Stream.of("spec", "model"));
  }

  @Test
  void theMapHasAllStages() {
    assertThat(STAGES).hasSizeGreaterThanOrEqualTo(10);
    assertThat(pureStages()).contains("plan", "status", "admit", "merge");
  }

  @ParameterizedTest
  @MethodSource("pureStages")
  void whatDecidesNeitherReadsTheClockNorTouchesTheWorld(String stage) {
    noClasses()
        .that()
        .resideInAPackage("dev.jubelet.pod." + stage + "..")
        .and()
        .doNotHaveSimpleName("StatusStore")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.jubelet.edge..", "java.net..", "java.nio.channels..")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.nio.file.Files")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("dev.jubelet.base.Timers")
        .orShould()
        .callMethod(Instant.class, "now")
        .check(CLASSES);
  }

  @ParameterizedTest
  @CsvSource({
    "base, api|edge|pod|image|volume|resource|probe|node|server|app|cli|testing",
    "edge, pod|image|volume|resource|probe|node|server|app|cli|testing",
    "pod, image|volume|resource|probe|node|server|app|cli|testing",
    "image, volume|resource|node|server|app|cli|testing",
    "volume, image|resource|node|server|app|cli|testing",
    "resource, image|volume|probe|node|server|app|cli|testing",
    "probe, image|volume|resource|node|server|app|cli|testing",
    "node, api|image|volume|resource|probe|server|app|cli|testing",
    "server, image|volume|resource|node|app|cli|testing",
    "app, cli|testing",
    "cli, testing"
  })
  void modulesDependOneWay(String module, String forbidden) {
    List<String> packages = new ArrayList<>();
    for (String other : forbidden.split("\\|", -1)) {
      packages.add("dev.jubelet." + other + "..");
    }
    noClasses()
        .that()
        .resideInAPackage("dev.jubelet." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages.toArray(String[]::new))
        .check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"image", "volume", "resource", "probe", "node", "server"})
  void whatServesAPodKnowsOnlyItsNouns(String module) {
    noClasses()
        .that()
        .resideInAPackage("dev.jubelet." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            STAGES.stream()
                .map(stage -> "dev.jubelet.pod." + stage.name() + "..")
                .toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching("dev.jubelet.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theModelOnlyNamesThings() {
    classes()
        .that()
        .resideInAPackage("dev.jubelet.pod.model..")
        .and()
        .areTopLevelClasses()
        .should()
        .beRecords()
        .orShould()
        .beEnums()
        .orShould()
        .beInterfaces()
        .orShould()
        .haveSimpleName("Annotations")
        .check(CLASSES);
  }

  @Test
  void onlyTheMainClassesExitTheProcess() {
    noClasses()
        .that()
        .doNotHaveSimpleName("Main")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(CLASSES);
  }

  @Test
  void timeComesFromTheInjectedClock() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.jubelet.base..", "dev.jubelet.testing..", "dev.jubelet.cli..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(CLASSES);
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(CLASSES);
  }

  @Test
  void namesSayWhatAClassDoes() {
    noClasses()
        .should()
        .haveNameMatching(".*(Manager|Helper|Utils?|Impl|Common|Base|Info|Data)")
        .check(CLASSES);
  }

  @Test
  void theAgentLoadsNoNetty() {
    noClasses()
        .that(areOutside("dev.jubelet.testing"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.netty..", "io.grpc.netty..")
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> areOutside(String name) {
    return DescribedPredicate.describe(
        "are outside " + name, type -> !type.getPackageName().startsWith(name));
  }
}
