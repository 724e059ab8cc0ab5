package dev.jubelet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** ARCHITECTURE.md speaks of folders that exist, and every package says what it is. */
final class MapTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int STAGES = 11;
  private static final Pattern STAGE = Pattern.compile("\\| (\\d+) \\| `(\\w+)/(\\w+)` \\|");

  @Test
  void everyStageOfTheTableIsAPackageThatKnowsItsNumber() throws IOException {
    List<MatchResult> stages =
        STAGE.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md"))).results().toList();
    assertThat(stages).hasSize(STAGES);
    for (MatchResult stage : stages) {
      Path info =
          ROOT.resolve(stage.group(2))
              .resolve("src/main/java/dev/jubelet")
              .resolve(stage.group(2))
              .resolve(stage.group(3))
              .resolve("package-info.java");
      assertThat(info).content().contains("Stage " + stage.group(1) + " of " + STAGES);
    }
  }

  @Test
  void everyPackageIsDescribedAndNullMarked() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      List<Path> packages =
          files
              .filter(file -> file.toString().contains("/src/main/java/"))
              .filter(file -> file.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .toList();
      assertThat(packages).hasSizeGreaterThan(30);
      for (Path directory : packages) {
        assertThat(directory.resolve("package-info.java"))
            .exists()
            .content()
            .contains("/**")
            .contains("@NullMarked");
      }
    }
  }

  @Test
  void everyModuleOfTheTableExists() throws IOException {
    String text = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
    for (String module : Files.readString(ROOT.resolve("pom.xml")).split("<module>", -1)) {
      if (module.contains("</module>")) {
        String name = module.substring(0, module.indexOf('<'));
        assertThat(text).contains("`" + name + "/`");
        assertThat(ROOT.resolve(name).resolve("pom.xml")).exists();
      }
    }
  }
}
