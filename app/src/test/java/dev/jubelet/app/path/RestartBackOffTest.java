package dev.jubelet.app.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.Fixture;
import dev.jubelet.pod.plan.CrashLoopBackOffs;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The waits that follow from fields and gates. */
final class RestartBackOffTest {
  private static final String REDUCED = "ReduceDefaultCrashLoopBackOffDecay: true";
  private static final String OWN = "KubeletCrashLoopBackOffMax: false";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                   | PT10S | PT5M",
        "'crashLoopBackOff: {maxContainerRestartPeriod: 30s}' | PT10S | PT30S",
        "'crashLoopBackOff: {maxContainerRestartPeriod: 2s}'  | PT2S  | PT2S",
        "'featureGates: {" + REDUCED + "}'                    | PT1S  | PT5M",
        "'featureGates: {" + OWN + "}'                        | PT10S | PT5M",
        "'featureGates: {" + OWN + ", " + REDUCED + "}'       | PT1S  | PT1M",
      })
  void waitsFollowFieldsAndGates(String more, Duration first, Duration longest) {
    CrashLoopBackOffs waits = RestartBackOff.of(Fixture.config(directory, more));
    assertThat(waits.initial()).isEqualTo(first);
    assertThat(waits.max()).isEqualTo(longest);
  }
}
