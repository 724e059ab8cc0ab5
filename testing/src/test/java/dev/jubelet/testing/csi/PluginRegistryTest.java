package dev.jubelet.testing.csi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.host.InotifyWatcher;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.edge.plugin.Plugin;
import dev.jubelet.edge.plugin.PluginException;
import dev.jubelet.edge.plugin.PluginHandler;
import dev.jubelet.edge.plugin.PluginRegistry;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PluginRegistryTest {
  private static final String NAME = "disk.test.jubelet.dev";

  @TempDir Path directory;
  private final SystemTimers timers = new SystemTimers();
  private final PathWatcher files = InotifyWatcher.openOrNone();
  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private Path registry;

  private final class Handler implements PluginHandler {
    @Override
    public void register(Plugin plugin) {
      if (refusals.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        throw new PluginException("not today");
      }
      events.add("register " + plugin.name() + " " + plugin.versions());
    }

    @Override
    public void deregister(Plugin plugin) {
      events.add("deregister " + plugin.name());
    }
  }

  @BeforeEach
  void make() throws IOException {
    registry = Files.createDirectory(directory.resolve("registry"));
  }

  @AfterEach
  void close() {
    files.close();
    timers.close();
  }

  private PluginRegistry registry(String type) {
    PluginRegistry made = new PluginRegistry(registry, Map.of(type, new Handler()), files, timers);
    made.start();
    return made;
  }

  private FakeCsiDriver driver(Path where) {
    return new FakeCsiDriver(
        NAME, directory.resolve("driver"), where, FakeCsiDriver.Showing.PLAINLY);
  }

  private String next() throws InterruptedException {
    return String.valueOf(events.poll(50, TimeUnit.SECONDS));
  }

  private static void awaitTold(FakeCsiDriver driver, int times) {
    while (driver.told.size() < times) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aPluginIsTakenWhenItsSocketAppearsAndLeftWhenItGoes() throws InterruptedException {
    try (PluginRegistry _ = registry("CSIPlugin")) {
      try (FakeCsiDriver driver = driver(registry)) {
        assertThat(next()).isEqualTo("register " + NAME + " [1.0.0]");
        awaitTold(driver, 1);
        assertThat(driver.told.getFirst().getPluginRegistered()).isTrue();
      }
      assertThat(next()).isEqualTo("deregister " + NAME);
      try (FakeCsiDriver _ = driver(registry)) {
        assertThat(next()).startsWith("register " + NAME);
      }
    }
  }

  @Test
  void socketsThatAreThereAlreadyAndInDirectoriesAreFound() throws InterruptedException {
    try (FakeCsiDriver _ = driver(registry.resolve("vendor"));
        PluginRegistry _ = registry("CSIPlugin")) {
      assertThat(next()).startsWith("register " + NAME);
    }
  }

  @Test
  void aPluginThatIsRefusedIsToldWhyAndTriedAgain() throws InterruptedException {
    refusals.set(1);
    try (PluginRegistry _ = registry("CSIPlugin");
        FakeCsiDriver driver = driver(registry)) {
      assertThat(next()).startsWith("register");
      awaitTold(driver, 2);
      assertThat(driver.told.getFirst().getPluginRegistered()).isFalse();
      assertThat(driver.told.getFirst().getError()).isEqualTo("not today");
      assertThat(driver.told.get(1).getPluginRegistered()).isTrue();
    }
  }

  @Test
  void aPluginThatWasInTheWayOfAnotherLetsItInWhenItGoes() throws InterruptedException {
    // Nothing is tried again because of the time, which stands still.
    ManualTimers still = new ManualTimers();
    Set<String> taken = ConcurrentHashMap.newKeySet();
    PluginHandler oneAtATime =
        new PluginHandler() {
          @Override
          public void register(Plugin plugin) {
            if (!taken.add(plugin.name())) {
              throw new PluginException("taken");
            }
            events.add("register " + plugin.endpoint().getParent().getFileName());
          }

          @Override
          public void deregister(Plugin plugin) {
            taken.remove(plugin.name());
            events.add("deregister " + plugin.endpoint().getParent().getFileName());
          }
        };
    try (PluginRegistry plugins =
            new PluginRegistry(registry, Map.of("CSIPlugin", oneAtATime), files, still);
        FakeCsiDriver before = driver("before")) {
      plugins.start();
      assertThat(next()).isEqualTo("register before");
      try (FakeCsiDriver after = driver("after")) {
        awaitTold(after, 1);
        assertThat(after.told.getFirst().getPluginRegistered()).isFalse();
        before.close();
        assertThat(next()).isEqualTo("deregister before");
        assertThat(next()).isEqualTo("register after");
      }
    }
  }

  private FakeCsiDriver driver(String place) {
    return new FakeCsiDriver(
        NAME, directory.resolve(place), registry.resolve(place), FakeCsiDriver.Showing.PLAINLY);
  }

  @Test
  void aTypeThatNobodyHandlesIsRefused() {
    try (PluginRegistry _ = registry("DRAPlugin");
        FakeCsiDriver driver = driver(registry)) {
      awaitTold(driver, 1);
      assertThat(driver.told.getFirst().getError())
          .startsWith("no handler registered for plugin type: CSIPlugin at socket");
      assertThat(List.copyOf(events)).isEmpty();
    }
  }
}
