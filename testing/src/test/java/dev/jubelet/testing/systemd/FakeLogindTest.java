package dev.jubelet.testing.systemd;

import static dev.jubelet.testing.systemd.FakeLogind.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.systemd.InhibitDelay;
import dev.jubelet.edge.systemd.Logind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent's client of logind and the one who plays logind, on a real socket. */
@Timeout(60)
final class FakeLogindTest {
  @TempDir Path directory;

  private final SystemTimers timers = new SystemTimers();
  private final List<Boolean> heard = new CopyOnWriteArrayList<>();

  @AfterEach
  void end() {
    timers.close();
  }

  private Path socket() {
    return directory.resolve("bus");
  }

  private Logind client() {
    return new Logind(
        socket().toString(),
        new InhibitDelay(Duration.ofSeconds(30), directory.resolve("conf.d")),
        heard::add,
        timers);
  }

  @Test
  void givesALockUntilItIsReleased() {
    try (FakeLogind logind = FakeLogind.listening(socket());
        Logind client = client()) {
      client.start();
      await("it was greeted", () -> heard.equals(List.of(false)));
      assertThat(logind.heldLocks()).isEqualTo(1);
      assertThat(logind.calls())
          .containsExactly(
              "Hello[]",
              "AddMatch[type='signal',sender='org.freedesktop.login1',"
                  + "path='/org/freedesktop/login1',interface='org.freedesktop.login1.Manager',"
                  + "member='PrepareForShutdown']",
              "Get[org.freedesktop.login1.Manager, InhibitDelayMaxUSec]",
              "Inhibit[shutdown, kubelet, Kubelet needs time to handle node shutdown, delay]",
              "Get[org.freedesktop.login1.Manager, PreparingForShutdown]");
      client.release();
      assertThat(logind.heldLocks()).isZero();
      assertThat(directory.resolve("conf.d")).doesNotExist();
    }
  }

  @Test
  void announcesShutdownsAndTheirEnd() {
    try (FakeLogind logind = FakeLogind.listening(socket());
        Logind client = client()) {
      client.start();
      await("it was greeted", () -> heard.equals(List.of(false)));
      logind.prepareForShutdown(true, ":1.7");
      logind.prepareForShutdown(true);
      logind.prepareForShutdown(false);
      await("both were heard", () -> heard.size() == 3);
      assertThat(heard).containsExactly(false, true, false);
    }
  }

  @Test
  void aNewLockIsTakenBeforeTheOldIsGivenBack() {
    FakeLogind logind = FakeLogind.listening(socket());
    List<Integer> held = new CopyOnWriteArrayList<>();
    Logind[] self = new Logind[1];
    try (logind;
        Logind client =
            new Logind(
                socket().toString(),
                new InhibitDelay(Duration.ofSeconds(30), directory),
                goesDown -> {
                  self[0].acquire();
                  held.add(logind.heldLocks());
                },
                timers)) {
      self[0] = client;
      client.start();
      await("it was greeted", () -> held.size() == 1);
      logind.prepareForShutdown(false);
      await("it was heard", () -> held.size() == 2);
      assertThat(held).containsExactly(1, 1);
      assertThat(calls(logind, "Inhibit")).isEqualTo(3);
    }
  }

  @Test
  void aDelayThatIsTooShortIsRaised() throws IOException {
    try (FakeLogind logind =
            FakeLogind.listening(socket()).delays(Duration.ofSeconds(5), Duration.ofSeconds(30));
        Logind client = client()) {
      client.start();
      await("a lock is held", () -> logind.heldLocks() == 1);
      assertThat(Files.readString(directory.resolve("conf.d/99-kubelet.conf")))
          .isEqualTo("# Kubelet logind override\n[Login]\nInhibitDelayMaxSec=30\n");
      assertThat(logind.calls()).contains("KillUnit[systemd-logind.service, all]");
    }
  }

  @Test
  void withoutTheTimeThereIsNoLock() {
    try (FakeLogind logind =
        FakeLogind.listening(socket()).delays(Duration.ofSeconds(5), Duration.ofSeconds(20))) {
      Logind client = client();
      client.start();
      await("it was asked six times", () -> calls(logind, "Get") == 6);
      client.close();
      assertThat(calls(logind, "Inhibit")).isZero();
    }
  }

  @Test
  void aBusThatComesBackIsUsedAgainAndTheLockOutlivesIt() {
    try (FakeLogind logind = FakeLogind.listening(socket());
        Logind client = client()) {
      client.start();
      await("it was greeted", () -> heard.equals(List.of(false)));
      logind.goAway();
      assertThat(logind.heldLocks()).isEqualTo(1);
      logind.refuseLocks(true);
      logind.prepareForShutdown(true);
      logind.listen(socket());
      await("it hears what it missed", () -> heard.equals(List.of(false, true)));
      assertThat(calls(logind, "Inhibit")).isEqualTo(2);
      assertThat(logind.heldLocks()).as("none is given while the machine goes down").isEqualTo(1);
      logind.prepareForShutdown(false);
      await("it hears again", () -> heard.equals(List.of(false, true, false)));
    }
  }

  private static long calls(FakeLogind logind, String member) {
    return logind.calls().stream().filter(call -> call.startsWith(member + "[")).count();
  }

  @Test
  void aBusThatIsNotThereYetIsWaitedFor() {
    try (Logind client = client()) {
      client.start();
      try (FakeLogind logind = FakeLogind.listening(socket())) {
        await("a lock is held", () -> logind.heldLocks() == 1);
      }
    }
  }

  @Test
  void bothGetAlongOnARealBus() {
    assumeTrue(PrivateBus.isPossible(), "this machine has no dbus-daemon");
    try (PrivateBus bus = PrivateBus.start(directory);
        FakeLogind logind =
            FakeLogind.onBus(bus.socket()).delays(Duration.ZERO, Duration.ofMinutes(1));
        Logind client =
            new Logind(
                bus.socket().toString(),
                new InhibitDelay(Duration.ofSeconds(30), directory.resolve("conf.d")),
                heard::add,
                timers)) {
      client.start();
      await("it was greeted", () -> heard.equals(List.of(false)));
      assertThat(logind.heldLocks()).isEqualTo(1);
      logind.prepareForShutdown(true);
      logind.prepareForShutdown(false);
      await("both were heard", () -> heard.equals(List.of(false, true, false)));
      client.release();
      assertThat(logind.heldLocks()).isZero();
      try (FakeLogind stranger = FakeLogind.strangerOn(bus.socket())) {
        stranger.prepareForShutdown(true);
        stranger.prepareForShutdown(true, ":1.1");
        logind.prepareForShutdown(false);
        await("the third was heard", () -> heard.size() == 4);
        assertThat(heard).as("nobody else is believed").endsWith(false, false);
      }
    }
  }
}
