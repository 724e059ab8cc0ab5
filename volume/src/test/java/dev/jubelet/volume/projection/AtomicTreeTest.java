package dev.jubelet.volume.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.disk.FsGroup;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicTreeTest {
  private static final FsGroup NOBODY = new FsGroup(OptionalInt.empty());
  private static final Map<String, String> OLD = Map.of("kept", "1", "gone", "1", "dir/a", "1");
  private static final Map<String, String> NEW = Map.of("kept", "2", "added", "2", "dir/b", "2");

  @TempDir Path volume;
  private final ManualTimers timers = new ManualTimers();

  /** The process ends here. */
  private static final class Cut extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private AtomicTree tree() {
    return new AtomicTree(volume, NOBODY, timers);
  }

  private void cutAfter(AtomicTree.Step last, Map<String, String> files) throws IOException {
    AtomicTree dying =
        new AtomicTree(
            volume,
            NOBODY,
            timers,
            step -> {
              if (step == last) {
                throw new Cut();
              }
            });
    assertThatThrownBy(() -> dying.write(payload(files))).isInstanceOf(Cut.class);
  }

  private static Payload payload(Map<String, String> files) {
    Map<String, PayloadFile> payload = new TreeMap<>();
    files.forEach(
        (path, text) -> payload.put(path, new PayloadFile(ByteString.copyFromUtf8(text), 0644)));
    return Payload.of(payload);
  }

  /** What a program sees that reads through the current version. */
  private Map<String, String> seen() throws IOException {
    Path data = volume.resolve("..data");
    if (!Files.exists(data)) {
      return Map.of();
    }
    Path version = data.toRealPath();
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> all = Files.walk(version)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(version.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> all = Files.list(volume)) {
      Set<String> names = new TreeSet<>();
      all.forEach(path -> names.add(path.getFileName().toString()));
      return names;
    }
  }

  private void assertExactly(Map<String, String> files) throws IOException {
    assertThat(seen()).isEqualTo(files);
    Path version = Files.readSymbolicLink(volume.resolve("..data"));
    Set<String> expected = new TreeSet<>(payload(files).topNames());
    expected.add("..data");
    expected.add(version.toString());
    assertThat(names()).isEqualTo(expected);
    for (Map.Entry<String, String> file : files.entrySet()) {
      assertThat(volume.resolve(file.getKey())).hasContent(file.getValue());
    }
  }

  @Test
  void theLayoutIsThatOfUpstream() throws IOException {
    assertThat(tree().write(payload(Map.of("key", "v", "deep/er/file", "w")))).isTrue();
    Path version = Files.readSymbolicLink(volume.resolve("..data"));
    assertThat(version.toString())
        .matches("\\.\\.\\d{4}_\\d\\d_\\d\\d_\\d\\d_\\d\\d_\\d\\d\\.\\d+");
    assertThat(Files.readSymbolicLink(volume.resolve("key"))).isEqualTo(Path.of("..data/key"));
    assertThat(Files.readSymbolicLink(volume.resolve("deep"))).isEqualTo(Path.of("..data/deep"));
    assertThat(mode(volume.resolve(version))).isEqualTo(0755);
    assertThat(mode(volume.resolve("deep/er"))).isEqualTo(0755);
    assertExactly(Map.of("key", "v", "deep/er/file", "w"));
  }

  @Test
  void theSameFilesAreNotWrittenAgain() throws IOException {
    tree().write(payload(OLD));
    Path version = Files.readSymbolicLink(volume.resolve("..data"));
    assertThat(tree().write(payload(OLD))).isFalse();
    assertThat(Files.readSymbolicLink(volume.resolve("..data"))).isEqualTo(version);
  }

  @Test
  void anUpdateShowsTheNewFilesAndNothingOfTheOld() throws IOException {
    tree().write(payload(OLD));
    assertThat(tree().write(payload(NEW))).isTrue();
    assertExactly(NEW);
    tree().write(payload(Map.of()));
    assertExactly(Map.of());
  }

  @Test
  void bytesAndModesAreExact() throws IOException {
    ByteString bytes = ByteString.copyFrom(new byte[] {0, -1, 10, 13, (byte) 0xc3});
    tree()
        .write(
            Payload.of(
                Map.of("a", new PayloadFile(bytes, 0400), "b", new PayloadFile(bytes, 0777))));
    assertThat(volume.resolve("a")).hasBinaryContent(bytes.toByteArray());
    assertThat(mode(volume.resolve("a"))).isEqualTo(0400);
    assertThat(mode(volume.resolve("b"))).isEqualTo(0777);
  }

  @Test
  void anFsGroupMayReadEverythingFromTheStart() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to give files away");
    new AtomicTree(volume, new FsGroup(OptionalInt.of(2345)), timers)
        .write(Payload.of(Map.of("d/secret", new PayloadFile(ByteString.copyFromUtf8("x"), 0600))));
    assertThat(mode(volume.resolve("d/secret"))).isEqualTo(0640);
    assertThat(mode(volume.resolve("d"))).isEqualTo(02755);
    assertThat((int) Files.getAttribute(volume.resolve("d/secret"), "unix:gid")).isEqualTo(2345);
    assertThat((int) Files.getAttribute(volume.resolve("..data"), "unix:gid")).isEqualTo(2345);
  }

  @ParameterizedTest
  @EnumSource
  void aFirstWriteCutAnywhereShowsNothingOrAllAndIsRepaired(AtomicTree.Step last)
      throws IOException {
    cutAfter(last, NEW);
    assertThat(seen()).isIn(Map.of(), NEW);
    tree().write(payload(NEW));
    assertExactly(NEW);
  }

  @ParameterizedTest
  @EnumSource
  void anUpdateCutAnywhereShowsAllOldOrAllNewAndIsRepaired(AtomicTree.Step last)
      throws IOException {
    tree().write(payload(OLD));
    cutAfter(last, NEW);
    assertThat(seen()).isEqualTo(last.compareTo(AtomicTree.Step.SWITCHED) < 0 ? OLD : NEW);
    tree().write(payload(NEW));
    assertExactly(NEW);
  }

  @ParameterizedTest
  @EnumSource
  void goingBackAfterACutUpdateIsPossibleToo(AtomicTree.Step last) throws IOException {
    tree().write(payload(OLD));
    cutAfter(last, NEW);
    tree().write(payload(OLD));
    assertExactly(OLD);
  }

  @Test
  void aReaderNeverSeesFilesOfTwoVersions() throws Exception {
    tree().write(payload(Map.of("a", "0", "b", "0")));
    AtomicBoolean stop = new AtomicBoolean();
    try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
      Future<Integer> mixed =
          reader.submit(
              () -> {
                int found = 0;
                while (!stop.get()) {
                  found += isMixed() ? 1 : 0;
                }
                return found;
              });
      try {
        for (int i = 1; i <= 300; i++) {
          tree().write(payload(Map.of("a", "" + i, "b", "" + i)));
        }
      } finally {
        stop.set(true);
      }
      assertThat(mixed.get()).isZero();
    }
  }

  private boolean isMixed() {
    try {
      Path version = volume.resolve(Files.readSymbolicLink(volume.resolve("..data")));
      return !Files.readString(version.resolve("a")).equals(Files.readString(version.resolve("b")));
    } catch (IOException e) {
      // The version was replaced and deleted meanwhile; the reader looks again.
      return false;
    }
  }

  @Test
  void aMountPointInTheVolumeStays() throws IOException {
    Files.createDirectory(volume.resolve("nested"));
    tree().write(payload(OLD));
    tree().write(payload(NEW));
    assertThat(volume.resolve("nested")).isDirectory();
  }

  @Test
  void whatIsInTheWayIsNotOverwritten() throws IOException {
    Files.writeString(volume.resolve("kept"), "somebody's");
    assertThatThrownBy(() -> tree().write(payload(OLD)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(volume.resolve("kept")).hasContent("somebody's");
  }

  @Test
  void aCurrentVersionThatLeadsElsewhereIsReplacedAndNotTouched() throws IOException {
    Path outside = Files.createDirectory(volume.resolve("outside"));
    Files.writeString(outside.resolve("kept"), "1");
    Files.createSymbolicLink(volume.resolve("..data"), outside);
    tree().write(payload(Map.of("kept", "1")));
    assertThat(Files.readSymbolicLink(volume.resolve("..data")).toString()).startsWith("..2");
    assertThat(outside.resolve("kept")).hasContent("1");
  }

  private static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode") & 07777;
  }

  @Test
  void aWriteThatFindsNoRoomDoesNotTakeTheRoomOfTheNext() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "needs root to mount");
    LinuxMounts mounts = new LinuxMounts();
    mounts.mount("tmpfs", "tmpfs", volume, "size=128k");
    try {
      tree().write(payload(Map.of("kept", "1".repeat(30_000))));
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> tree().write(payload(Map.of("kept", "2".repeat(120_000)))))
            .isInstanceOf(IOException.class);
        assertThat(seen()).containsEntry("kept", "1".repeat(30_000));
      }
      tree().write(payload(Map.of("kept", "3".repeat(30_000))));
      assertThat(seen()).containsEntry("kept", "3".repeat(30_000));
    } finally {
      mounts.unmount(volume);
    }
  }
}
