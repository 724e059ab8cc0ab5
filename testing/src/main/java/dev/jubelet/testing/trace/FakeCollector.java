package dev.jubelet.testing.trace;

import dev.jubelet.api.otlp.ExportTracePartialSuccess;
import dev.jubelet.api.otlp.ExportTraceServiceRequest;
import dev.jubelet.api.otlp.ExportTraceServiceResponse;
import dev.jubelet.api.otlp.Span;
import dev.jubelet.api.otlp.TraceServiceGrpc;
import dev.jubelet.edge.unix.UnixGrpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.Status;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A real server of OTLP that keeps what it is sent, and refuses it when told to.
 *
 * <p>Thread: any. Owns: the server and what it was sent.
 */
public final class FakeCollector implements AutoCloseable {
  private final Server server;
  private final BlockingQueue<ExportTraceServiceRequest> attempts = new LinkedBlockingQueue<>();
  private final List<ExportTraceServiceRequest> taken = new CopyOnWriteArrayList<>();
  private volatile Status answer = Status.OK;
  private volatile int rejected;

  private FakeCollector(ServerBuilder<?> builder) {
    try {
      server = builder.addService(new Service()).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot serve a collector", e);
    }
  }

  public static FakeCollector onLoopback() {
    return new FakeCollector(
        OkHttpServerBuilder.forPort(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            InsecureServerCredentials.create()));
  }

  public static FakeCollector on(Path socket) {
    return new FakeCollector(UnixGrpc.server(socket, "collector"));
  }

  /** As tracing.endpoint wants it; for a collector on loopback. */
  public String endpoint() {
    return "127.0.0.1:" + server.getPort();
  }

  /** Answers with this from now on. */
  public void answer(Status status) {
    answer = status;
  }

  /** Takes all but so many spans of each request from now on. */
  public void reject(int spans) {
    rejected = spans;
  }

  /** The next request, refused or not; null when none comes in time. */
  public @Nullable ExportTraceServiceRequest next(long timeout, TimeUnit unit)
      throws InterruptedException {
    return attempts.poll(timeout, unit);
  }

  /** All spans that were taken. */
  public List<Span> spans() {
    return taken.stream().flatMap(request -> spans(request).stream()).toList();
  }

  /** All requests that were taken. */
  public List<ExportTraceServiceRequest> taken() {
    return List.copyOf(taken);
  }

  public static List<Span> spans(ExportTraceServiceRequest request) {
    return request.getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .toList();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class Service extends TraceServiceGrpc.TraceServiceImplBase {
    @Override
    public void export(
        ExportTraceServiceRequest request, StreamObserver<ExportTraceServiceResponse> client) {
      Status status = answer;
      if (status.isOk()) {
        taken.add(request);
        client.onNext(
            ExportTraceServiceResponse.newBuilder()
                .setPartialSuccess(
                    ExportTracePartialSuccess.newBuilder().setRejectedSpans(rejected))
                .build());
        client.onCompleted();
      } else {
        client.onError(status.asRuntimeException());
      }
      attempts.add(request);
    }
  }
}
