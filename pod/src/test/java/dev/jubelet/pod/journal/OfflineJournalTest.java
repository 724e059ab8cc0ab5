package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class OfflineJournalTest {
  private static final Pod WEB = Journals.pod("web");
  private static final PodUid UID = PodUid.of(WEB);

  @TempDir Path root;
  private final ManualTimers timers = new ManualTimers();
  private final Journals.Heard heard = new Journals.Heard();
  private volatile Lookup secret = found("old");
  private final ObjectValues server =
      new ObjectValues() {
        @Override
        public Lookup configMap(String namespace, String name) {
          return new Lookup.Absent();
        }

        @Override
        public Lookup secret(String namespace, String name) {
          return secret;
        }
      };
  private Path directory;
  private OfflineJournal journal;
  private ObjectValues objects;

  private static Lookup found(String text) {
    return new Lookup.Found(Map.of("key", ByteString.copyFromUtf8(text)));
  }

  @BeforeEach
  void open() {
    directory = root.resolve("journal");
    journal = started(() -> Journals.key(1));
    objects = journal.objects(server);
  }

  @AfterEach
  void end() {
    journal.close();
  }

  private OfflineJournal started(Supplier<SecretKey> key) {
    OfflineJournal started =
        new OfflineJournal(
            new OfflineJournal.Place(directory, key, KubernetesJson.mapper()), timers, heard);
    started.load();
    return started;
  }

  private void restart() {
    journal.close();
    journal = started(() -> Journals.key(1));
    objects = journal.objects(server);
  }

  /** The server lists the pod and the node accepts it. */
  private void accept(Pod pod) {
    journal.listed(List.of(pod));
    journal.accepted(pod);
  }

  private void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      timers.advance(Duration.ofMillis(250));
      LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
    }
  }

  private Lookup password() {
    return objects.secret("shop", "password");
  }

  @Test
  void whatAPodWasGivenIsThereAfterAStartWithoutTheServer() {
    accept(WEB);
    password();
    restart();
    secret = new Lookup.Failed("nobody there");
    assertThat(journal.pods())
        .singleElement()
        .satisfies(pod -> assertThat(PodUid.of(pod)).isEqualTo(UID));
    assertThat(journal.serverSeen()).isFalse();
    assertThat(password()).isEqualTo(found("old"));
    assertThat(objects.secret("shop", "unknown")).isEqualTo(secret);
  }

  @Test
  void theServerIsAskedAgainOnceItIsSeen() {
    accept(WEB);
    password();
    restart();
    secret = found("new");
    assertThat(password()).isEqualTo(found("old"));
    journal.listed(List.of(WEB));
    assertThat(password()).isEqualTo(found("new"));
    secret = new Lookup.Failed("away again");
    assertThat(password()).isEqualTo(found("new"));
    secret = new Lookup.Absent();
    assertThat(password()).isEqualTo(new Lookup.Absent());
  }

  @Test
  void anObjectThatChangesIsWrittenThoughNobodyAsks() {
    accept(WEB);
    password();
    secret = found("new");
    journal.objectsChanged(Set.of(new ObjectKey(ObjectKind.SECRET, "shop", "password")));
    await(() -> heard.entries == 1 && timers.pending() == 0);
    restart();
    assertThat(password()).isEqualTo(found("new"));
  }

  @Test
  void aPodThatVanishedWhileTheAgentWasDownIsForgottenWithTheFirstList() {
    accept(WEB);
    restart();
    assertThat(heard.entries).isEqualTo(1);
    journal.listed(List.of());
    await(() -> heard.entries == 0);
    restart();
    assertThat(journal.pods()).isEmpty();
  }

  @Test
  void staticPodsAreNoneOfItsBusiness() {
    Pod own =
        new PodBuilder(WEB)
            .editMetadata()
            .addToAnnotations("kubernetes.io/config.source", "file")
            .endMetadata()
            .build();
    accept(own);
    restart();
    assertThat(journal.pods()).isEmpty();
  }

  @Test
  void aDiskThatFailsIsTriedAgainAndHoldsUpNobody() throws IOException {
    Path away = root.resolve("away");
    Files.move(directory, away);
    accept(WEB);
    await(() -> heard.writeErrors > 0);
    assertThat(password()).isEqualTo(found("old"));
    assertThat(heard.entries).isZero();
    Files.move(away, directory);
    await(() -> heard.entries == 1);
    restart();
    assertThat(journal.pods()).hasSize(1);
  }

  @Test
  void withoutItsKeyNothingIsReadWrittenOrSetAside() {
    accept(WEB);
    journal.close();
    journal = started(() -> JournalKey.read(root.resolve("none")));
    assertThat(heard.writeErrors).isEqualTo(1);
    assertThat(journal.pods()).isEmpty();
    accept(Journals.pod("other"));
    restart();
    assertThat(journal.pods())
        .singleElement()
        .satisfies(pod -> assertThat(PodUid.of(pod)).isEqualTo(UID));
    assertThat(heard.unreadable).isZero();
  }
}
