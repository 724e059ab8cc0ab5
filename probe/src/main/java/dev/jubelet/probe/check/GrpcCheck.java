package dev.jubelet.probe.check;

import dev.jubelet.api.health.HealthCheckRequest;
import dev.jubelet.api.health.HealthCheckResponse;
import dev.jubelet.api.health.HealthGrpc;
import dev.jubelet.base.Timers;
import dev.jubelet.probe.http.Deadline;
import dev.jubelet.probe.http.DeadlineSocket;
import dev.jubelet.probe.http.HttpCaller;
import dev.jubelet.probe.http.HttpTarget;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Asks a gRPC server's health service, on a connection of its own, without TLS.
 *
 * <p>Thread: any; an interrupt ends it.
 */
final class GrpcCheck {
  private static final String USER_AGENT = "kube-probe/1.36";

  private final Timers timers;

  GrpcCheck(Timers timers) {
    this.timers = timers;
  }

  Outcome check(CheckRequest request) {
    String address =
        new HttpTarget(false, request.podIp(), request.probe().getGrpc().getPort(), "/")
            .authority();
    Deadline deadline = Deadline.after(request.timeout(), timers);
    try (DeadlineSocket socket = connect(request, deadline)) {
      return ask(socket, address, request, deadline);
    } catch (SocketTimeoutException e) {
      return new Outcome.Failed(
          "timeout: failed to connect service \"%s\" within %s: context deadline exceeded"
              .formatted(address, SecondsText.of(request.timeout())));
    } catch (IOException e) {
      return Thread.currentThread().isInterrupted()
          ? new Outcome.Aborted()
          : new Outcome.Failed(
              "error: failed to connect service at \"%s\": %s"
                  .formatted(
                      address,
                      HttpCaller.dialing(request.podIp(), request.probe().getGrpc().getPort(), e)));
    }
  }

  private static DeadlineSocket connect(CheckRequest request, Deadline deadline)
      throws IOException {
    return DeadlineSocket.open(request.podIp(), request.probe().getGrpc().getPort(), deadline);
  }

  private static Outcome ask(
      DeadlineSocket socket, String address, CheckRequest request, Deadline deadline)
      throws IOException {
    String service = Objects.requireNonNullElse(request.probe().getGrpc().getService(), "");
    ManagedChannel channel = channel(socket, address);
    try {
      HealthCheckResponse answer =
          ClientCalls.blockingUnaryCall(
              channel,
              HealthGrpc.getCheckMethod(),
              CallOptions.DEFAULT.withDeadlineAfter(deadline.millisLeft(), TimeUnit.MILLISECONDS),
              HealthCheckRequest.newBuilder().setService(service).build());
      socket.finish();
      return read(answer);
    } catch (StatusRuntimeException e) {
      return Thread.currentThread().isInterrupted()
          ? new Outcome.Aborted()
          : read(e.getStatus(), request.timeout(), deadline);
    } finally {
      channel.shutdownNow();
    }
  }

  private static ManagedChannel channel(Socket socket, String address) {
    Executor threads = task -> Thread.ofVirtual().name("grpc-probe").start(task);
    return OkHttpChannelBuilder.forTarget("127.0.0.1:1")
        .usePlaintext()
        .overrideAuthority(address)
        .userAgent(USER_AGENT)
        .socketFactory(new OpenSocket(socket))
        .transportExecutor(threads)
        .offloadExecutor(threads)
        .directExecutor()
        .proxyDetector(any -> null)
        .disableServiceConfigLookUp()
        .disableRetry()
        .build();
  }

  private static Outcome read(HealthCheckResponse answer) {
    return answer.getStatus() == HealthCheckResponse.ServingStatus.SERVING
        ? new Outcome.Succeeded()
        : new Outcome.Failed("service unhealthy (responded with \"" + answer.getStatus() + "\")");
  }

  /** At the deadline the connection may break a moment before the call itself gives up. */
  private static Outcome read(Status status, Duration timeout, Deadline deadline) {
    String message = Objects.requireNonNullElse(status.getDescription(), "");
    Status.Code code = deadline.isOver() ? Status.Code.DEADLINE_EXCEEDED : status.getCode();
    return switch (code) {
      case UNIMPLEMENTED ->
          new Outcome.Failed(
              "error: this server does not implement the grpc health protocol"
                  + " (grpc.health.v1.Health): "
                  + message);
      case DEADLINE_EXCEEDED ->
          new Outcome.Failed(
              "timeout: health rpc did not complete within " + SecondsText.of(timeout));
      default ->
          new Outcome.Failed(
              "error: health rpc probe failed: rpc error: code = %s desc = %s"
                  .formatted(goName(code), message));
    };
  }

  /** NOT_FOUND is NotFound in upstream's messages. */
  private static String goName(Status.Code code) {
    StringBuilder name = new StringBuilder();
    for (String word : code.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
