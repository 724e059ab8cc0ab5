package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ClusterService;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that is killed after each of its writes loses nothing that its pods need. */
@Timeout(60)
final class KilledJournalTest {
  private static final Pod POD =
      new PodBuilder(Journals.pod("web"))
          .editSpec()
          .addNewVolume()
          .withName("disk")
          .withNewPersistentVolumeClaim("claim", false)
          .endVolume()
          .endSpec()
          .build();

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir Path root;
  private final AtomicInteger copies = new AtomicInteger();

  @Test
  void theNextAgentAsksForWhatAKilledOneWasToldTooLate() throws IOException {
    Life first = new Life(root.resolve("journal"));
    Path nothing = first.copied();
    first.takeUp();
    for (Runnable ask : first.asks()) {
      ask.run();
      first.pass();
    }
    first.until(() -> !first.disks.isEmpty());
    List<Path> disks = new ArrayList<>(first.disks);
    disks.add(nothing);
    for (Path disk : disks) {
      // Its container runs already, so that nobody but the journal asks for anything.
      Life second = new Life(disk);
      second.takeUp();
      second.until(() -> second.disks.stream().anyMatch(this::startsWithoutServer));
    }
  }

  @Test
  void whatTheServerDoesNotTellAtFirstIsAskedForAgain() {
    Life first = new Life(root.resolve("journal"));
    first.server.away = true;
    first.takeUp();
    first.until(() -> !first.disks.isEmpty());
    assertThat(startsWithoutServer(first.disks.getLast())).isFalse();
    first.server.away = false;
    first.until(() -> startsWithoutServer(first.disks.getLast()));
  }

  /** Whether an agent that finds this disk can give the pod all it needs. */
  private boolean startsWithoutServer(Path disk) {
    try {
      Life life = new Life(disk);
      life.server.away = true;
      life.asks().forEach(Runnable::run);
      return life.journal.pods().size() == 1;
    } catch (AssertionError | ApiException | UntranslatableException e) {
      return false;
    }
  }

  /** One agent, with its own time. */
  private final class Life implements JournalListener {
    final Path directory;
    final ManualTimers timers = new ManualTimers();
    final List<Path> disks = new CopyOnWriteArrayList<>();
    final Server server = new Server();
    final OfflineJournal journal;
    private final ObjectValues objects;
    private final ServiceSource services;
    private final RuntimeClasses classes;
    private final ClaimSource claims;

    Life(Path directory) {
      this.directory = directory;
      journal =
          new OfflineJournal(
              new OfflineJournal.Place(directory, () -> Journals.key(1), KubernetesJson.mapper()),
              timers,
              this);
      journal.load();
      objects = journal.objects(server);
      services = journal.services(server::services);
      classes = journal.runtimeClasses(server::handler);
      claims = journal.claims(server);
    }

    void takeUp() {
      journal.listed(List.of(POD));
      journal.accepted(POD);
    }

    /** What a container needs to be made; each fails when it is not known. */
    List<Runnable> asks() {
      return List.of(
          () -> found(objects.configMapText("shop", "settings")),
          () -> found(objects.secret("shop", "password")),
          () -> assertThat(services.in("default")).isPresent(),
          () -> assertThat(services.in("shop")).isPresent(),
          () -> assertThat(classes.handler("small")).hasValue("runsc"),
          () -> assertThat(claims.claim("shop", "claim").getSpec().getVolumeName()).isEqualTo("v"),
          () -> assertThat(claims.volume("v").getMetadata().getName()).isEqualTo("v"));
    }

    private void found(Lookup lookup) {
      assertThat(lookup).isInstanceOf(Lookup.Found.class);
    }

    /** Kept as it is after a write: what a kill would leave. */
    private Path copied() throws IOException {
      Path copy = Files.createDirectory(root.resolve("disk-" + copies.incrementAndGet()));
      if (Files.isDirectory(directory)) {
        try (Stream<Path> files = Files.list(directory)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Files.copy(file, copy.resolve(file.getFileName()));
          }
        }
      }
      return copy;
    }

    @Override
    public void entries(int count) {
      try {
        disks.add(copied());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void unreadable() {}

    @Override
    public void writeFailed() {}

    void pass() {
      timers.advance(Duration.ofMillis(250));
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }

    void until(BooleanSupplier condition) {
      long end = System.nanoTime() + PATIENCE.toNanos();
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime()).as("the journal is not complete").isLessThan(end);
        timers.advance(Duration.ofSeconds(31));
        LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      }
    }
  }

  /** Has one of each, or does not answer. */
  private static final class Server implements ObjectValues, ClaimSource {
    volatile boolean away;

    private Lookup lookup() {
      return away
          ? new Lookup.Failed("away")
          : new Lookup.Found(Map.of("key", ByteString.copyFromUtf8("value")));
    }

    @Override
    public Lookup configMap(String namespace, String name) {
      return lookup();
    }

    @Override
    public Lookup secret(String namespace, String name) {
      return lookup();
    }

    Optional<List<ClusterService>> services(String namespace) {
      return away ? Optional.empty() : Optional.of(List.of());
    }

    Optional<String> handler(String name) {
      if (away) {
        throw new UntranslatableException("away");
      }
      return Optional.of("runsc");
    }

    @Override
    public PersistentVolumeClaim claim(String namespace, String name) {
      answer();
      return Journals.claim(namespace, name, "v");
    }

    @Override
    public PersistentVolume volume(String name) {
      answer();
      return Journals.volume(name);
    }

    private void answer() {
      if (away) {
        throw new ApiException(ApiException.Kind.UNAVAILABLE, "away");
      }
    }
  }
}
