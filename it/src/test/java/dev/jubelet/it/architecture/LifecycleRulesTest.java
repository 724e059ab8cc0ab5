package dev.jubelet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every rule of docs/lifecycle-rules.md is shown by a test that names it. */
final class LifecycleRulesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern RULE = Pattern.compile("(?m)^\\| (\\d+\\.\\d+) \\| \\S.* \\|$");
  private static final Pattern SHOWN = Pattern.compile("@Rule\\((\\{?[\"\\d.,\\s]+}?)\\)");
  private static final Pattern NUMBER = Pattern.compile("\"([^\"]+)\"");
  private static final List<String> GROUPS =
      List.of("4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "17");

  @Test
  void eachGroupHasRulesAndNoNumberIsUsedTwice() throws IOException {
    List<String> rules = listed();
    assertThat(rules).doesNotHaveDuplicates();
    assertThat(rules)
        .extracting(rule -> rule.substring(0, rule.indexOf('.')))
        .hasSameElementsAs(GROUPS);
  }

  @Test
  void eachRuleIsShownByATest() throws IOException {
    Set<String> unshown = new TreeSet<>(listed());
    unshown.removeAll(shown().keySet());
    assertThat(unshown).as("rules that no test names").isEmpty();
  }

  @Test
  void noTestNamesARuleThatIsNotListed() throws IOException {
    Map<String, Set<String>> unknown = shown();
    unknown.keySet().removeAll(listed());
    assertThat(unknown).as("unknown rules and the tests that name them").isEmpty();
  }

  private static List<String> listed() throws IOException {
    String text = Files.readString(ROOT.resolve("docs/lifecycle-rules.md"));
    return RULE.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /** Which test classes name which rule. */
  private static Map<String, Set<String>> shown() throws IOException {
    Map<String, Set<String>> shown = new TreeMap<>();
    for (Path file : tests()) {
      for (String rule : rulesOf(file)) {
        shown.computeIfAbsent(rule, r -> new TreeSet<>()).add(file.getFileName().toString());
      }
    }
    return shown;
  }

  private static Set<String> rulesOf(Path file) {
    try {
      return SHOWN
          .matcher(Files.readString(file))
          .results()
          .flatMap(found -> NUMBER.matcher(found.group(1)).results())
          .map(found -> found.group(1))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> tests() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> file.toString().matches(".*(Test|IT|Suite)\\.java"))
          .toList();
    }
  }
}
