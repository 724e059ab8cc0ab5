package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JournalStoreTest {
  @TempDir Path root;
  private Path directory;
  private final Journals.Heard heard = new Journals.Heard();

  @BeforeEach
  void prepare() {
    directory = root.resolve("journal");
  }

  private JournalStore store(int key) {
    return new JournalStore(directory, Journals.key(key), KubernetesJson.mapper(), heard);
  }

  private JournalStore storeWith(String... pods) {
    JournalStore store = store(1);
    store.load();
    for (String pod : pods) {
      assertThat(store.write(Journals.entry(pod), Journals.NOW)).isTrue();
    }
    return store;
  }

  private List<String> loaded(int key) {
    return store(key).load().stream()
        .map(dated -> dated.entry().pod().getMetadata().getName())
        .toList();
  }

  private Path file(String pod) {
    return directory.resolve("uid-" + pod + ".entry");
  }

  @Test
  void anEntryComesBackAsItWas() {
    storeWith("web");
    EntryJson.Dated dated = store(1).load().getFirst();
    JournalEntry entry = dated.entry();
    assertThat(dated.written()).isEqualTo(Journals.NOW);
    assertThat(entry.accepted()).isEqualTo(Journals.NOW);
    assertThat(entry.facts()).isEqualTo(Journals.facts("web", Journals.CLEARTEXT));
    assertThat(entry.pod().getSpec()).isEqualTo(Journals.pod("web").getSpec());
    assertThat(entry.pod().getStatus()).isEqualTo(Journals.pod("web").getStatus());
    assertThat(entry.pod().getMetadata().getLabels()).containsEntry("app", "web");
    assertThat(entry.pod().getMetadata().getManagedFields()).isEmpty();
    assertThat(PodEssence.of(entry.pod())).isEqualTo(PodEssence.of(Journals.pod("web")));
  }

  @Test
  void filesAreTheOwnersAndShowNothing() throws IOException {
    storeWith("web");
    assertThat(mode(directory)).isEqualTo("rwx------");
    assertThat(mode(file("web"))).isEqualTo("rw-------");
    String text = Files.readString(file("web"), StandardCharsets.ISO_8859_1);
    String base64 =
        Base64.getEncoder().encodeToString(Journals.CLEARTEXT.getBytes(StandardCharsets.UTF_8));
    assertThat(text).doesNotContain(Journals.CLEARTEXT, base64, "busybox", "clerk");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cut", "flipped", "empty", "foreign", "renamed"})
  void anEntryThatCannotBeReadIsSetAsideAndHarmsNoOther(String how) throws IOException {
    storeWith("web", "bad", "other");
    byte[] sealed = Files.readAllBytes(file("bad"));
    switch (how) {
      case "cut" -> Files.write(file("bad"), Arrays.copyOf(sealed, sealed.length / 2));
      case "flipped" -> {
        sealed[sealed.length / 2] = (byte) ~sealed[sealed.length / 2];
        Files.write(file("bad"), sealed);
      }
      case "empty" -> Files.write(file("bad"), new byte[0]);
      case "foreign" -> Files.writeString(file("bad"), "{\"kind\": \"Pod\"} and much more text");
      default -> Files.copy(file("web"), file("bad"), StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(loaded(1)).containsExactlyInAnyOrder("web", "other");
    assertThat(heard.unreadable).isEqualTo(1);
    assertThat(file("bad")).doesNotExist();
    assertThat(directory.resolve("unreadable/uid-bad.entry")).exists();

    assertThat(loaded(1)).containsExactlyInAnyOrder("web", "other");
    assertThat(heard.unreadable).isEqualTo(1);
  }

  @Test
  void underAnotherKeyNothingIsReadAndNothingLost() throws IOException {
    storeWith("web", "other");
    assertThat(loaded(2)).isEmpty();
    assertThat(heard.unreadable).isEqualTo(2);
    Files.move(directory.resolve("unreadable/uid-web.entry"), file("web"));
    assertThat(loaded(1)).containsExactly("web");
  }

  /** As kill -9 leaves it: the old entry whole, and a part of the new one under another name. */
  @Test
  void aWriteThatWasBrokenOffLeavesTheOldEntry() throws IOException {
    storeWith("web");
    Path rest = Files.writeString(directory.resolve(".uid-web.entry123.tmp"), "JBOJ\1half");
    assertThat(loaded(1)).containsExactly("web");
    assertThat(rest).doesNotExist();
    assertThat(heard.unreadable).isZero();
  }

  @Test
  void whatCannotBeWrittenIsCountedAndTheOldEntryStays() throws IOException {
    JournalStore store = storeWith("web");
    Path away = root.resolve("away");
    Files.move(directory, away);
    assertThat(store.write(Journals.entry("web"), Journals.NOW)).isFalse();
    assertThat(heard.writeErrors).isEqualTo(1);
    Files.move(away, directory);
    assertThat(loaded(1)).containsExactly("web");
  }

  @Test
  void aUidThatIsNoNameForAFileStaysInTheDirectory() throws IOException {
    JournalStore store = storeWith();
    Pod pod = Journals.pod("odd");
    pod.getMetadata().setUid("../../odd");
    assertThat(store.write(new JournalEntry(pod, Journals.NOW, PodFacts.NONE), Journals.NOW))
        .isTrue();
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).containsExactly(directory);
    }
    assertThat(loaded(1)).containsExactly("odd");
    assertThat(store.remove(new PodUid("../../odd"))).isTrue();
    assertThat(loaded(1)).isEmpty();
  }

  @Test
  void aJournalThatIsOffHasNoEntries() {
    storeWith("web", "other");
    assertThat(JournalStore.discard(directory)).isEqualTo(2);
    assertThat(loaded(1)).isEmpty();
    assertThat(JournalStore.discard(root.resolve("nowhere"))).isZero();
  }
}
