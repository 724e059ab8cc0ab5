package dev.jubelet.testing.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriException.Kind;
import dev.jubelet.edge.cri.CriHandshake;
import dev.jubelet.edge.unix.UnixGrpc;
import dev.jubelet.testing.time.ManualTimers;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operator reads what is wrong with the endpoint and what to do. */
@Timeout(30)
final class CriHandshakeTest {
  private Path socket;

  @BeforeEach
  void choose(@TempDir Path folder) {
    socket = folder.resolve("cri.sock");
  }

  @Test
  void aRuntimeThatServesCriV1IsGreeted() {
    FakeCri fake = new FakeCri(new ManualTimers(), FakeProfile.containerd16());
    try (CriServer server = new CriServer(fake, socket);
        CriClient client = client(Duration.ofSeconds(10))) {
      assertThat(new CriHandshake(client).perform().getRuntimeName()).isEqualTo("fake");
      assertThat(server.endpoint().path()).isEqualTo(socket);
    }
    assertThat(fake.script().calls())
        .extracting(CallScript.Call::rpc)
        .containsExactly("Version", "ImageFsInfo", "Version");
  }

  @Test
  void aMissingSocketIsNamed() {
    CriException failure = failure(Duration.ofSeconds(10));

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure)
        .hasMessage(
            "validate CRI v1 runtime API for endpoint \"unix://%s\": no socket at %s; start the"
                + " container runtime, or correct containerRuntimeEndpoint",
            socket, socket);
  }

  @Test
  void aSocketWhoseProcessIsGoneIsTold() throws IOException {
    listen().close();

    assertThat(failure(Duration.ofSeconds(10))).hasMessageContaining("nobody listens on " + socket);
  }

  @Test
  void aPeerThatSpeaksSomethingElseIsTold() throws IOException {
    try (ServerSocketChannel listener = listen()) {
      Thread.ofVirtual().start(() -> answer(listener, "HTTP/1.1 400 Bad Request\r\n\r\n"));

      assertThat(failure(Duration.ofSeconds(10))).hasMessageContaining("does not speak gRPC");
    }
  }

  @Test
  void aPeerThatHangsUpIsTold() throws IOException {
    try (ServerSocketChannel listener = listen()) {
      Thread.ofVirtual().start(() -> answer(listener, ""));

      assertThat(failure(Duration.ofSeconds(10))).hasMessageContaining("does not speak gRPC");
    }
  }

  @Test
  void aPeerThatNeverAnswersIsTold() throws IOException {
    try (ServerSocketChannel _ = listen()) {
      CriException failure = failure(Duration.ofMillis(300));

      assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(failure).hasMessageContaining("accepts connections but does not answer");
    }
  }

  @Test
  void aRuntimeOfV1alpha2IsTold() throws Exception {
    Server old = grpcServing("runtime.v1alpha2.RuntimeService");
    assertThat(failure(Duration.ofSeconds(10)))
        .hasMessageContaining("only speaks CRI v1alpha2; upgrade to containerd 1.6");
    old.shutdownNow().awaitTermination();
  }

  @Test
  void aGrpcServerWithoutCriIsTold() throws Exception {
    Server other = grpcServing("containerd.services.version.v1.Version");
    assertThat(failure(Duration.ofSeconds(10)))
        .hasMessageContaining("serves gRPC but not CRI v1")
        .hasMessageContaining("disabled_plugins");
    other.shutdownNow().awaitTermination();
  }

  private Server grpcServing(String service) throws IOException {
    return UnixGrpc.server(socket, "other-server")
        .addService(
            ServerServiceDefinition.builder(service)
                .addMethod(
                    ServerMethodDefinition.create(
                        RawBytes.method(service + "/Version"),
                        ServerCalls.asyncBidiStreamingCall(OneAnswer::new)))
                .build())
        .build()
        .start();
  }

  /** Answers with an empty message when the request is complete. */
  private record OneAnswer(StreamObserver<byte[]> answers) implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] request) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onCompleted() {
      answers.onNext(new byte[0]);
      answers.onCompleted();
    }
  }

  private ServerSocketChannel listen() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    return listener;
  }

  private static void answer(ServerSocketChannel listener, String text) {
    try {
      while (listener.isOpen()) {
        try (SocketChannel peer = listener.accept()) {
          peer.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }
      }
    } catch (IOException e) {
      assertThat(listener.isOpen()).isFalse();
    }
  }

  private CriException failure(Duration timeout) {
    try (CriClient client = client(timeout)) {
      return assertThatExceptionOfType(CriException.class)
          .isThrownBy(() -> new CriHandshake(client).perform())
          .actual();
    }
  }

  private CriClient client(Duration timeout) {
    CriEndpoint endpoint = CriEndpoint.parse("unix://" + socket);
    return new CriClient(endpoint, endpoint, timeout, CriCalls.UNHEARD);
  }
}
