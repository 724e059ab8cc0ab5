package dev.jubelet.probe.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.health.HealthCheckRequest;
import dev.jubelet.api.health.HealthCheckResponse;
import dev.jubelet.api.health.HealthCheckResponse.ServingStatus;
import dev.jubelet.api.health.HealthGrpc;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Rule("8.4")
final class GrpcCheckTest {
  private final SystemTimers timers = new SystemTimers();
  private final GrpcCheck check = new GrpcCheck(timers);

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aServiceThatServesIsGood() throws IOException {
    assertThat(ask("up", new Health())).isEqualTo(new Outcome.Succeeded());
  }

  @Test
  void aServiceThatDoesNotServeIsBad() throws IOException {
    assertThat(ask("down", new Health()))
        .isEqualTo(new Outcome.Failed("service unhealthy (responded with \"NOT_SERVING\")"));
  }

  @Test
  void aServiceNobodyKnowsIsBad() throws IOException {
    assertThat(ask("other", new Health()))
        .isEqualTo(
            new Outcome.Failed(
                "error: health rpc probe failed: rpc error: code = NotFound desc = unknown service"));
  }

  @Test
  void aServerWithoutTheHealthServiceIsSaidToBeSo() throws IOException {
    assertThat(ask("up"))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed ->
                assertThat(failed.message())
                    .startsWith(
                        "error: this server does not implement the grpc health protocol"
                            + " (grpc.health.v1.Health): "));
  }

  @Test
  void aServerThatDoesNotAnswerIsLeftAtTheDeadline() throws IOException {
    assertThat(ask("hung", new Health()))
        .isEqualTo(new Outcome.Failed("timeout: health rpc did not complete within 1s"));
  }

  @Test
  void whatDoesNotSpeakGrpcIsLeftAtTheDeadline() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      assertThat(check.check(request("up", silent.getLocalPort())))
          .isEqualTo(new Outcome.Failed("timeout: health rpc did not complete within 1s"));
    }
  }

  @Test
  void aClosedPortIsSaidAtOnce() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThat(check.check(request("up", port)))
        .isEqualTo(
            new Outcome.Failed(
                ("error: failed to connect service at \"127.0.0.1:%1$d\":"
                        + " dial tcp 127.0.0.1:%1$d: connect: connection refused")
                    .formatted(port)));
  }

  private Outcome ask(String service, BindableService... services) throws IOException {
    OkHttpServerBuilder builder =
        OkHttpServerBuilder.forPort(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            InsecureServerCredentials.create());
    for (BindableService bound : services) {
      builder.addService(bound);
    }
    Server server = builder.directExecutor().build().start();
    try {
      return check.check(request(service, server.getPort()));
    } finally {
      server.shutdownNow();
    }
  }

  private static CheckRequest request(String service, int port) {
    return new CheckRequest(
        new Pod(),
        new Container(),
        "c1",
        "127.0.0.1",
        new ProbeBuilder().withNewGrpc(port, service).withTimeoutSeconds(1).build());
  }

  private static final class Health extends HealthGrpc.HealthImplBase {
    private static final Map<String, ServingStatus> KNOWN =
        Map.of("up", ServingStatus.SERVING, "down", ServingStatus.NOT_SERVING);

    @Override
    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> answer) {
      ServingStatus status = KNOWN.get(request.getService());
      if (status != null) {
        answer.onNext(HealthCheckResponse.newBuilder().setStatus(status).build());
        answer.onCompleted();
      } else if (!request.getService().equals("hung")) {
        answer.onError(Status.NOT_FOUND.withDescription("unknown service").asRuntimeException());
      }
    }
  }
}
