package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A container changes names in its volume while a part of it is opened. */
class SubPathRaceTest {
  private static final int ROUNDS = 3000;

  @TempDir Path directory;
  private Path volume;
  private Path outside;
  private int moved;
  private final AtomicBoolean stop = new AtomicBoolean();

  /** What the container keeps doing. */
  private interface Attack {
    void once() throws IOException;
  }

  @BeforeEach
  void prepare() throws IOException {
    volume = Files.createDirectory(directory.resolve("volume"));
    outside = Files.createDirectory(directory.resolve("outside"));
    Files.createDirectory(outside.resolve("sub"));
  }

  /**
   * Opens again and again; every time it must be refused or be inside. Returns how often inside.
   */
  private int openDuring(String subPath, Attack attack) throws Exception {
    Path inside = volume.toRealPath();
    int opened = 0;
    try (ExecutorService attacker = Executors.newSingleThreadExecutor()) {
      Future<?> attacks = attacker.submit(() -> repeat(attack));
      try {
        for (int i = 0; i < ROUNDS; i++) {
          opened += opensInside(subPath, inside) ? 1 : 0;
        }
      } finally {
        stop.set(true);
      }
      attacks.get();
    }
    return opened;
  }

  private boolean opensInside(String subPath, Path inside) throws IOException {
    try (Descriptor open = SubPathOpener.open(volume, subPath)) {
      Path where = Files.readSymbolicLink(open.path());
      assertThat(where.startsWith(inside)).as("%s", where).isTrue();
      return true;
    } catch (LinuxException e) {
      assertThat(e.kind())
          .isIn(
              LinuxException.Kind.ESCAPES,
              LinuxException.Kind.NOT_FOUND,
              LinuxException.Kind.CHANGED,
              LinuxException.Kind.EXISTS);
      return false;
    }
  }

  private void repeat(Attack attack) {
    while (!stop.get()) {
      try {
        attack.once();
      } catch (IOException e) {
        // Mostly the other side was faster; the next round tries again.
        assertThat(e).isInstanceOf(FileSystemException.class);
      }
    }
  }

  private void moveAway(Path name) throws IOException {
    if (Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
      Files.move(name, volume.resolve("gone-" + moved++), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  @Test
  void aDirectorySwappedForALinkNeverLeadsOut() throws Exception {
    Path name = volume.resolve("dir");
    int opened =
        openDuring(
            "dir/sub",
            () -> {
              Files.createDirectories(name.resolve("sub"));
              moveAway(name);
              Files.createSymbolicLink(name, outside);
              Files.delete(name);
            });
    assertThat(opened).isPositive();
    assertThat(outside.resolve("sub")).isEmptyDirectory();
  }

  @Test
  void nothingIsMadeOutside() throws Exception {
    Path name = volume.resolve("dir");
    openDuring(
        "dir/new/deep",
        () -> {
          moveAway(name);
          Files.createSymbolicLink(name, outside);
          Files.delete(name);
        });
    assertThat(outside.resolve("new")).doesNotExist();
  }

  @Test
  void aDirectoryThatMovesUnderStepsUpwardsNeverLeadsOut() throws Exception {
    Path deep = Files.createDirectories(volume.resolve("a/b/c"));
    Files.createSymbolicLink(deep.resolve("up"), Path.of("../../../a"));
    Path neighbour = Files.createDirectory(directory.resolve("a"));
    Path b = volume.resolve("a/b");
    Path top = volume.resolve("b");
    openDuring(
        "a/b/c/up",
        () -> {
          Files.move(b, top, StandardCopyOption.ATOMIC_MOVE);
          Files.move(top, b, StandardCopyOption.ATOMIC_MOVE);
        });
    assertThat(neighbour).isEmptyDirectory();
  }
}
