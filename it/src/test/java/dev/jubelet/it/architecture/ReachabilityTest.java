package dev.jubelet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is built is plugged in: each class of the agent is used by one of its two programs. */
final class ReachabilityTest {
  private static final String OURS = "dev.jubelet.";
  private static final List<String> PROGRAMS =
      List.of("dev.jubelet.app.Main", "dev.jubelet.cli.Main");
  private static final List<String> NOT_OF_THE_AGENT =
      List.of(
          "dev.jubelet.api.", "dev.jubelet.testing.", "dev.jubelet.benchmark.", "dev.jubelet.it.");

  private final Map<String, Set<String>> references = new HashMap<>();

  ReachabilityTest() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("jubelet-api"))
            .withImportOption(location -> !location.contains("/api/target"))
            .importPackages("dev.jubelet");
    classes.forEach(this::take);
  }

  private void take(JavaClass from) {
    if (!isOfTheAgent(from.getName()) || isOnlyNames(from)) {
      return;
    }
    Set<String> uses = references.computeIfAbsent(outermost(from), name -> new HashSet<>());
    for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
      uses.add(outermost(dependency.getTargetClass().getBaseComponentType()));
    }
  }

  private static boolean isOfTheAgent(String name) {
    return name.startsWith(OURS) && NOT_OF_THE_AGENT.stream().noneMatch(name::startsWith);
  }

  /** Constants are copied to where they are used, and a package has nothing else. */
  private static boolean isOnlyNames(JavaClass of) {
    return of.getSimpleName().equals("package-info")
        || (of.getMethods().isEmpty()
            && of.getStaticInitializer().isEmpty()
            && of.getFields().stream().allMatch(ReachabilityTest::isConstant));
  }

  private static boolean isConstant(JavaField field) {
    return field.getModifiers().containsAll(Set.of(JavaModifier.STATIC, JavaModifier.FINAL));
  }

  private static String outermost(JavaClass of) {
    int nested = of.getName().indexOf('$');
    return nested < 0 ? of.getName() : of.getName().substring(0, nested);
  }

  @Test
  void everyClassIsReachedFromOneOfThePrograms() {
    Set<String> unreached = new TreeSet<>(references.keySet());
    unreached.removeAll(reached(PROGRAMS));
    assertThat(unreached).as("built, but plugged in nowhere").isEmpty();
  }

  @Test
  void whatOnlyATestUsesWouldBeFound() {
    assertThat(reached(List.of("dev.jubelet.base.GoDuration")))
        .contains("dev.jubelet.base.GoDuration")
        .doesNotContain("dev.jubelet.base.Lane");
  }

  private Set<String> reached(List<String> from) {
    Set<String> reached = new HashSet<>(from);
    Deque<String> open = new ArrayDeque<>(from);
    while (!open.isEmpty()) {
      for (String next : references.getOrDefault(open.pop(), Set.of())) {
        if (reached.add(next)) {
          open.push(next);
        }
      }
    }
    return reached;
  }
}
