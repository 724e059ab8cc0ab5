package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketProgramsTest {
  @TempDir Path directory;

  @Test
  void findsTheProgramThatListens() throws IOException {
    Path socket = directory.resolve("s");
    Path own = Files.readSymbolicLink(Path.of("/proc/self/exe"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));

      assertThat(SocketPrograms.listeningOn(socket)).containsExactly(own);
      Path link = Files.createSymbolicLink(directory.resolve("link"), socket);
      assertThat(SocketPrograms.listeningOn(link)).containsExactly(own);
    }
    assertThat(SocketPrograms.listeningOn(socket)).isEmpty();
    assertThat(SocketPrograms.listeningOn(directory.resolve("none"))).isEmpty();
  }
}
