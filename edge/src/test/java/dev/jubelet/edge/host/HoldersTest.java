package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has a file or a port, asked of the real kernel. */
final class HoldersTest {
  @TempDir Path directory;

  @Test
  void theHolderOfALockIsFoundWhileItHoldsIt() throws Exception {
    Path file = directory.resolve("lock");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(LockHolder.of(file)).isEmpty();
      try (FileLock lock = channel.lock()) {
        assertThat(lock.isValid()).isTrue();
        assertThat(LockHolder.of(file)).hasValue(ProcessHandle.current().pid());
      }
    }
  }

  @Test
  void aFileThatIsNotThereHasNoHolder() {
    assertThat(LockHolder.of(directory.resolve("nothing"))).isEmpty();
  }

  @Test
  void aHolderOutsideOfThePidNamespaceIsUnknown() throws Exception {
    Path file = Files.createFile(directory.resolve("lock"));
    long inode = (long) Files.getAttribute(file, "unix:ino");
    Path locks =
        Files.writeString(
            directory.resolve("locks"), "1: POSIX ADVISORY WRITE 0 00:00:" + inode + " 0 EOF\n\n");
    assertThat(LockHolder.of(file, locks)).isEmpty();
  }

  @Test
  void theProcessThatListensOnAPortIsFound() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      assertThat(PortHolder.of(port)).hasValue(ProcessHandle.current().pid());
    }
    assertThat(PortHolder.of(port)).isEmpty();
  }

  @Test
  void withoutTablesNobodyIsFound() {
    assertThat(new PortHolder(directory).find(10250)).isEmpty();
  }
}
