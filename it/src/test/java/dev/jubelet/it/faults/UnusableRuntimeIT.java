package dev.jubelet.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.unix.UnixGrpc;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kubelet that cannot use its runtime ends at once and says what to do. */
@NeedsContainerd
final class UnusableRuntimeIT {
  private final PrivateContainerd containerd;
  private final Path socket;

  UnusableRuntimeIT(PrivateContainerd containerd, @TempDir Path folder) {
    this.containerd = containerd;
    this.socket = folder.resolve("cri.sock");
  }

  @Test
  void whenThereIsNoSocket() throws Exception {
    assertThat(refusal()).contains("no socket at " + socket, "start the container runtime");
  }

  @Test
  void whenTheSocketIsAFile() throws Exception {
    Files.writeString(socket, "not a socket");
    assertThat(refusal()).contains("nobody listens on " + socket);
  }

  @Test
  void whenTheRuntimeHasEnded() throws Exception {
    ServerSocketChannel listener = listen();
    listener.close();
    assertThat(socket).exists();
    assertThat(refusal()).contains("nobody listens on " + socket, "start it");
  }

  @Test
  void whenTheRuntimeHangs() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      assertThat(listener.isOpen()).isTrue();
      assertThat(refusal()).contains("accepts connections but does not answer");
    }
  }

  @Test
  void whenTheRuntimeIsTooOld() throws Exception {
    Server old = UnixGrpc.server(socket, "old-cri").addService(oldVersion()).build().start();
    try {
      assertThat(refusal()).contains("only speaks CRI v1alpha2", "upgrade to containerd 1.6");
    } finally {
      assertThat(old.shutdownNow().awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private ServerSocketChannel listen() throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    return listener;
  }

  /** What the kubelet says before it ends with 1. */
  private String refusal() throws Exception {
    String endpoint = "unix://" + socket;
    try (TestNode node = TestNode.prepare(containerd, endpoint, "runtimeRequestTimeout: 2s\n")) {
      Process process = node.launch(node.kubeletCommand(), Map.of());
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("the kubelet ends").isTrue();
      assertThat(process.exitValue()).isEqualTo(1);
      String log = node.log();
      assertThat(log).contains(endpoint).doesNotContain("\tat ");
      return log;
    }
  }

  /** The one method that tells a runtime of the old API from something else. */
  private static ServerServiceDefinition oldVersion() {
    MethodDescriptor<byte[], byte[]> version =
        MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName("runtime.v1alpha2.RuntimeService/Version")
            .setRequestMarshaller(new Bytes())
            .setResponseMarshaller(new Bytes())
            .build();
    return ServerServiceDefinition.builder("runtime.v1alpha2.RuntimeService")
        .addMethod(
            version,
            ServerCalls.asyncUnaryCall(
                (request, answer) -> {
                  answer.onNext(new byte[0]);
                  answer.onCompleted();
                }))
        .build();
  }

  /** Messages whose content does not matter. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
