package dev.jubelet.app.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.field.KubeletFields;
import dev.jubelet.app.config.field.Support;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FlagTableTest {
  private static Map<String, String> upstream() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(FlagTableTest.class.getResourceAsStream("upstream-flags.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(" ", -1))
          .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }
  }

  @Test
  void theTableHasEveryFlagOfUpstreamOnLinuxAndNoOtherButItsOwn() throws IOException {
    Map<String, String> table =
        KubeletFlags.all().stream()
            .<Flag<?>>map(flag -> flag)
            .filter(flag -> !OwnFlags.ALL.contains(flag))
            .collect(
                Collectors.toMap(Flag::name, flag -> flag.deprecated() ? "deprecated" : "current"));

    assertThat(table).containsExactlyInAnyOrderEntriesOf(upstream());
  }

  @Test
  void everyDefaultReadsBackFromItsOwnText() {
    assertThat(KubeletFlags.all()).allSatisfy(FlagTableTest::assertRoundTrip);
  }

  private static <T> void assertRoundTrip(Flag<T> flag) {
    String text = flag.syntax().format(flag.fallback());
    assertThat(text.isEmpty() ? flag.fallback() : flag.syntax().parse(text, null))
        .as(flag.name())
        .isEqualTo(flag.fallback());
  }

  @Test
  void theFlagsOfAKubeletWithoutFileHaveTheOldDefaults() {
    Map<String, String> defaults =
        KubeletFlags.all().stream()
            .<Flag<?>>map(flag -> flag)
            .collect(Collectors.toMap(Flag::name, FlagTableTest::defaultText));

    assertThat(defaults)
        .containsEntry("anonymous-auth", "true")
        .containsEntry("authentication-token-webhook", "false")
        .containsEntry("authorization-mode", "AlwaysAllow")
        .containsEntry("read-only-port", "10255")
        .containsEntry("sync-frequency", "1m0s")
        .containsEntry("enforce-node-allocatable", "pods")
        .containsEntry("eviction-hard", "")
        .containsEntry("root-dir", "/var/lib/kubelet");
  }

  private static <T> String defaultText(Flag<T> flag) {
    return flag.syntax().format(flag.fallback());
  }

  @Test
  void helpHasOneLineForEachFlag() {
    List<String> lines = FlagHelp.text().lines().toList();

    assertThat(KubeletFlags.all())
        .allSatisfy(
            flag ->
                assertThat(lines)
                    .filteredOn(line -> line.matches(" +(-\\w, )?--" + flag.name() + "( .*)?"))
                    .hasSize(1));
    assertThat(lines).anyMatch(line -> line.matches("  -v, --v level +How much to log: .*"));
  }

  @Test
  void everyFlagSaysWhatItIsForInOneSentence() {
    assertThat(KubeletFlags.all())
        .allSatisfy(flag -> assertThat(flag.about()).matches("[A-Z_a-z].{5,110}\\."));
  }

  @Test
  void theSupportReportListsExactlyWhatIsNotHonoured() {
    Set<String> report = Set.copyOf(SupportReport.unsupported());
    long fields =
        KubeletFields.ALL.stream().filter(field -> field.support() == Support.PARSED).count();

    assertThat(report)
        .contains("topologyManagerScope", "--lock-file")
        .doesNotContain("port", "staticPodPath", "hairpinMode", "--root-dir", "--max-pods")
        .hasSizeGreaterThan((int) fields);
  }
}
