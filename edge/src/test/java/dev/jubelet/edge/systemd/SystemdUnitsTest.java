package dev.jubelet.edge.systemd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.jubelet.base.Timers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a socket that answers with given bytes, because the machines that run these tests have no
 * systemd. The bytes of the request have been tried on a real one.
 */
@Timeout(20)
final class SystemdUnitsTest {
  private static final String GREETING = "OK 0123456789abcdef0123456789abcdef\r\n";

  private final CompletableFuture<Runnable> lastResort = new CompletableFuture<>();
  private final CompletableFuture<byte[]> heard = new CompletableFuture<>();
  private Path socket;
  private ServerSocketChannel server;
  private SystemdUnits units;

  @BeforeEach
  void listen(@TempDir Path folder) throws IOException {
    socket = folder.resolve("private");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    units = new SystemdUnits(socket, new OneTimer());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void aStopIsAskedAsABusClientWould() throws Exception {
    answer(GREETING, message(2, new byte[0]));
    units.stop("a.slice");

    byte[] asked = heard.get(10, TimeUnit.SECONDS);
    String hex = HexFormat.of().formatHex(asked);
    assertThat(hex)
        .isEqualTo(
            "6c010001" // little endian, call, no flags, version 1
                + "18000000" // body of 24 bytes
                + "01000000" // serial 1
                + "78000000" // header fields of 120 bytes
                + "01016f00"
                + text("/org/freedesktop/systemd1")
                + "000000000000"
                + "02017300"
                + text("org.freedesktop.systemd1.Manager")
                + "00000000000000"
                + "03017300"
                + text("StopUnit")
                + "00000000000000"
                + "08016700"
                + "02737300"
                + text("a.slice")
                + text("replace"));
  }

  @Test
  void whatWasNotAskedForIsPassedOver() throws Exception {
    answer(GREETING, message(4, new byte[0]), message(2, new byte[0]));
    assertThatCode(() -> units.stop("a.slice")).doesNotThrowAnyException();
  }

  @Test
  void aUnitThatIsNotThereIsStopped() throws Exception {
    answer(GREETING, error("org.freedesktop.systemd1.NoSuchUnit"));
    assertThatCode(() -> units.stop("a.slice")).doesNotThrowAnyException();
  }

  @Test
  void aRefusalIsNamed() throws Exception {
    answer(GREETING, error("org.freedesktop.DBus.Error.AccessDenied"));
    assertThatIOException()
        .isThrownBy(() -> units.stop("a.slice"))
        .withMessage("systemd does not stop a.slice: org.freedesktop.DBus.Error.AccessDenied");
  }

  @Test
  void aRejectedGreetingIsNamed() throws Exception {
    answer("REJECTED EXTERNAL\r\n");
    assertThatIOException()
        .isThrownBy(() -> units.stop("a.slice"))
        .withMessageContaining("systemd refuses root")
        .withMessageContaining("REJECTED");
  }

  @Test
  void aSystemdThatSaysNothingIsGivenUp() throws Exception {
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                units.stop("a.slice");
              } catch (IOException e) {
                failure.complete(e);
              }
            });
    try (SocketChannel peer = server.accept()) {
      lastResort.get().run();
      assertThat(failure.get()).hasMessageContaining("within 10 s");
      assertThat(peer.isOpen()).isTrue();
    }
  }

  @Test
  void whereNobodyListensThePathIsInTheError() throws IOException {
    server.close();
    assertThatIOException().isThrownBy(() -> units.stop("a.slice"));
  }

  /** Keeps the only timer that is set. */
  private final class OneTimer implements Timers {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      lastResort.complete(task);
      return () -> {};
    }
  }

  /**
   * Greets only who has begun: a call right behind BEGIN, so that one read finds both, stays
   * unanswered by a real systemd until the connection ends.
   */
  private void answer(String greeting, byte[]... messages) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (SocketChannel peer = server.accept()) {
                read(peer, "\0AUTH EXTERNAL 30\r\nBEGIN\r\n".length());
                peer.write(ByteBuffer.wrap(greeting.getBytes(StandardCharsets.US_ASCII)));
                ByteBuffer asked = ByteBuffer.allocate(4096);
                peer.read(asked);
                byte[] bytes = new byte[asked.position()];
                asked.flip().get(bytes);
                heard.complete(bytes);
                for (byte[] message : messages) {
                  peer.write(ByteBuffer.wrap(message));
                }
                peer.read(ByteBuffer.allocate(1));
              } catch (IOException e) {
                heard.completeExceptionally(e);
              }
            });
  }

  private static void read(SocketChannel peer, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining() && peer.read(buffer) >= 0) {
      // until it is all there
    }
  }

  private static byte[] error(String name) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.writeBytes(new byte[] {5, 1, 'u', 0, 1, 0, 0, 0});
    fields.writeBytes(new byte[] {4, 1, 's', 0, (byte) name.length(), 0, 0, 0});
    fields.writeBytes((name + "\0").getBytes(StandardCharsets.UTF_8));
    return message(3, fields.toByteArray());
  }

  private static byte[] message(int type, byte[] fields) {
    int padding = (8 - fields.length % 8) % 8;
    return ByteBuffer.allocate(16 + fields.length + padding)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {'l', (byte) type, 0, 1})
        .putInt(0)
        .putInt(7)
        .putInt(fields.length)
        .put(fields)
        .array();
  }

  private static String text(String value) {
    ByteBuffer buffer = ByteBuffer.allocate(4 + value.length() + 1).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(value.length()).put(value.getBytes(StandardCharsets.UTF_8)).put((byte) 0);
    return HexFormat.of().formatHex(buffer.array());
  }
}
