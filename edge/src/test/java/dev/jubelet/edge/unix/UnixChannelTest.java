package dev.jubelet.edge.unix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.api.cri.RuntimeServiceGrpc;
import dev.jubelet.api.cri.VersionRequest;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UnixChannelTest {
  private static final int CALLS = 200;

  private final Path socket;

  UnixChannelTest(@TempDir Path folder) {
    this.socket = folder.resolve("peer.sock");
  }

  @Test
  void manyCallsToAPeerThatHangsUpShareFewAttempts() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        UnixChannel channel = new UnixChannel(socket, "test-io", 1 << 20)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Thread.ofVirtual().start(() -> hangUpOnEach(server, attempts));
      for (int i = 0; i < 6; i++) {
        assertThat(call(channel)).isEqualTo(Status.Code.UNAVAILABLE);
      }
      int before = attempts.get();
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        callers.add(Thread.ofVirtual().start(() -> call(channel)));
      }
      for (Thread caller : callers) {
        caller.join();
      }
      assertThat(attempts.get() - before).isBetween(1, CALLS / 4);
    }
  }

  private static void hangUpOnEach(ServerSocketChannel server, AtomicInteger attempts) {
    try {
      while (server.isOpen()) {
        server.accept().close();
        attempts.incrementAndGet();
      }
    } catch (ClosedChannelException e) {
      assertThat(server.isOpen()).isFalse(); // the test is over
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Status.Code call(UnixChannel channel) {
    return catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    channel,
                    RuntimeServiceGrpc.getVersionMethod(),
                    CallOptions.DEFAULT,
                    VersionRequest.getDefaultInstance()))
        .getStatus()
        .getCode();
  }
}
