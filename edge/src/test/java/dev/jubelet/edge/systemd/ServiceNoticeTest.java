package dev.jubelet.edge.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceNoticeTest {
  @Test
  void aManagerThatDoesNotListenIsNamed(@TempDir Path directory) {
    String address = directory.resolve("nobody").toString();

    assertThat(ServiceNotice.of(Map.of("NOTIFY_SOCKET", address)).ready())
        .hasValueSatisfying(reason -> assertThat(reason).contains(address));
    assertThat(ServiceNotice.of(Map.of("NOTIFY_SOCKET", "relative")).ready()).isPresent();
    assertThat(ServiceNotice.of(Map.of("NOTIFY_SOCKET", "/" + "x".repeat(200))).ready())
        .isPresent();
  }

  @Test
  void withoutAManagerNothingIsSaid() {
    ServiceNotice notice = ServiceNotice.of(Map.of());

    assertThat(notice.ready()).isEmpty();
    assertThat(notice.watchdog(1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'', 20", "42, 20", "43, "})
  void theWatchdogIsForTheProcessThatIsMeant(String pid, Long seconds) {
    ServiceNotice notice =
        ServiceNotice.of(Map.of("WATCHDOG_USEC", "20000000", "WATCHDOG_PID", pid));

    assertThat(notice.watchdog(42).map(Duration::toSeconds).orElse(null)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "soon", "99999999999999999999"})
  void anIntervalThatMakesNoSenseIsRefused(String micros) {
    ServiceNotice notice = ServiceNotice.of(Map.of("WATCHDOG_USEC", micros));

    assertThatThrownBy(() -> notice.watchdog(42)).hasMessageContaining("WATCHDOG_USEC=" + micros);
  }
}
