package dev.jubelet.edge.unix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.GetEventsRequest;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.Server;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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

  @Test
  void aConnectionIsLeftInPeaceWhileItsCallsGoOn() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    Events events = new Events();
    Server server =
        UnixGrpc.server(socket, "peer")
            .addService(events)
            .addTransportFilter(counting(connections))
            .build()
            .start();
    try (UnixChannel channel = new UnixChannel(socket, "test-io", 1 << 20, 10)) {
      Iterator<ContainerEventResponse> stream =
          RuntimeServiceGrpc.newBlockingStub(channel)
              .getContainerEvents(GetEventsRequest.getDefaultInstance());
      for (int i = 0; i < 44; i++) {
        RuntimeServiceGrpc.newBlockingStub(channel).version(VersionRequest.getDefaultInstance());
      }
      assertThat(connections).hasValue(5);
      events.tell("still here");
      assertThat(stream.next().getContainerId()).isEqualTo("still here");
      channel.close();
      assertThat(catchThrowableOfType(StatusRuntimeException.class, stream::hasNext)).isNotNull();
    } finally {
      server.shutdownNow();
    }
  }

  private static ServerTransportFilter counting(AtomicInteger connections) {
    return new ServerTransportFilter() {
      @Override
      public Attributes transportReady(Attributes attributes) {
        connections.incrementAndGet();
        return attributes;
      }
    };
  }

  /** A peer that answers, and keeps one stream open. */
  private static final class Events extends RuntimeServiceGrpc.RuntimeServiceImplBase {
    private final CompletableFuture<StreamObserver<ContainerEventResponse>> listener =
        new CompletableFuture<>();

    @Override
    public void version(VersionRequest request, StreamObserver<VersionResponse> answer) {
      answer.onNext(VersionResponse.getDefaultInstance());
      answer.onCompleted();
    }

    @Override
    public void getContainerEvents(
        GetEventsRequest request, StreamObserver<ContainerEventResponse> answer) {
      listener.complete(answer);
    }

    void tell(String container) {
      listener.join().onNext(ContainerEventResponse.newBuilder().setContainerId(container).build());
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
