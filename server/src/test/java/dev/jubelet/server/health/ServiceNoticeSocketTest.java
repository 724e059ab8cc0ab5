package dev.jubelet.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.systemd.ServiceNotice;
import dev.jubelet.testing.systemd.NotifySocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told to a service manager, on a socket as it has one. */
class ServiceNoticeSocketTest {
  @Test
  void theManagerHearsOnAPath(@TempDir Path directory) {
    assertHeard(directory.resolve("notify").toString());
  }

  @Test
  void theManagerHearsUnderAnAbstractName() {
    assertHeard("@jubelet-test-" + UUID.randomUUID());
  }

  private static void assertHeard(String address) {
    try (NotifySocket manager = new NotifySocket(address)) {
      ServiceNotice notice = ServiceNotice.of(Map.of("NOTIFY_SOCKET", address));

      assertThat(notice.ready()).isEmpty();
      assertThat(notice.alive()).isEmpty();

      assertThat(manager.receive()).isEqualTo("READY=1");
      assertThat(manager.receive()).isEqualTo("WATCHDOG=1");
      assertThat(manager.receive()).isEmpty();
    }
  }

  @Test
  void aFullQueueIsAFailureAndNotAPause(@TempDir Path directory) {
    String address = directory.resolve("notify").toString();
    try (NotifySocket _ = new NotifySocket(address)) {
      ServiceNotice notice = ServiceNotice.of(Map.of("NOTIFY_SOCKET", address));
      int sent = 0;
      while (notice.alive().isEmpty()) {
        sent++;
      }
      assertThat(sent).isPositive();
    }
  }
}
