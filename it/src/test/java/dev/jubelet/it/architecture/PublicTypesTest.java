package dev.jubelet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A type is public because somebody outside its package uses it, and for no other reason. */
final class PublicTypesTest {
  private static final List<String> LOOKED_AT =
      List.of(
          "dev.jubelet.base",
          "dev.jubelet.edge",
          "dev.jubelet.server",
          "dev.jubelet.cli",
          "dev.jubelet.probe",
          "dev.jubelet.node.loop",
          "dev.jubelet.app.config");

  /** Where a program begins, and what a public method gives that only tests outside look into. */
  private static final Set<String> ENTRY_POINTS =
      Set.of("dev.jubelet.cli.Main", "dev.jubelet.server.auth.Authentication");

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("jubelet-api"))
          .withImportOption(location -> !location.contains("/api/target"))
          .importPackages("dev.jubelet");

  @Test
  void everyPublicTypeIsUsedFromOutsideItsPackage() {
    Set<String> needless = new TreeSet<>();
    for (JavaClass type : classes) {
      if (isPublicTopLevel(type) && isLookedAt(type) && !isUsedOutside(type)) {
        needless.add(type.getName());
      }
    }
    needless.removeAll(ENTRY_POINTS);
    assertThat(needless).as("public, but used in their own packages only").isEmpty();
  }

  @Test
  void theEntryPointsAreThere() {
    assertThat(classes.stream().map(JavaClass::getName)).containsAll(ENTRY_POINTS);
  }

  private static boolean isPublicTopLevel(JavaClass type) {
    return type.isTopLevelClass()
        && type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.getSimpleName().equals("package-info");
  }

  private static boolean isLookedAt(JavaClass type) {
    String name = type.getPackageName();
    return LOOKED_AT.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
  }

  /** The type itself, or one that stands inside it. */
  private boolean isUsedOutside(JavaClass type) {
    return classes.stream()
        .filter(one -> one.equals(type) || one.getName().startsWith(type.getName() + "$"))
        .flatMap(one -> one.getDirectDependenciesToSelf().stream())
        .anyMatch(use -> !use.getOriginClass().getPackageName().equals(type.getPackageName()));
  }
}
