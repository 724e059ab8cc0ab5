package dev.jubelet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.RuntimeDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RootLockTest {
  private final Path root;
  private final RuntimeDirectory memory;

  RootLockTest(@TempDir Path folder) {
    this.root = folder.resolve("root");
    this.memory = new RuntimeDirectory(folder.resolve("run"));
  }

  @Test
  void aRootDirectoryIsMadeAndHasOneAgentAtATime() {
    try (RootLock first = RootLock.take(root, memory)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> RootLock.take(root, memory))
          .isInstanceOf(StartException.class)
          .hasMessage(
              "--root-dir %s is in use by another agent, process %d; end it or give another"
                  + " --root-dir",
              root, ProcessHandle.current().pid());
    }
    RootLock.take(root, memory).close();
  }

  @Test
  void aFileIsNoRootDirectory() throws Exception {
    Files.writeString(root, "");
    assertThatThrownBy(() -> RootLock.take(root, memory))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "--root-dir %s is not a directory; remove the file or give another --root-dir", root);
  }

  @Test
  void aPlaceWhereNothingCanBeMadeIsNamed() {
    Path nowhere = Path.of("/proc/sys/kernel/jubelet");
    assertThatThrownBy(() -> RootLock.take(nowhere, memory))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("--root-dir " + nowhere + " cannot be used: ");
  }

  @Test
  void withoutRoomForAFileTheLockIsInMemory() throws Exception {
    Files.createDirectories(root.resolve("jubelet.lock"));
    try (RootLock first = RootLock.take(root, memory)) {
      assertThat(first).isNotNull();
      assertThat(memory.of(root).resolve("jubelet.lock")).exists();
      assertThatThrownBy(() -> RootLock.take(root, memory)).hasMessageContaining("is in use");
    }
  }
}
