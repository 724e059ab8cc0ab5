package dev.jubelet.edge.trace;

import dev.jubelet.api.otlp.ExportTraceServiceRequest;
import dev.jubelet.api.otlp.ExportTraceServiceResponse;
import dev.jubelet.api.otlp.TraceServiceGrpc;
import dev.jubelet.edge.unix.UnixChannel;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The connection to a collector, without encryption as upstream's is. Made with the first call.
 *
 * <p>Thread: any. Owns: the channel.
 */
final class CollectorClient implements AutoCloseable {
  private static final String THREAD = "trace-io";
  private static final int MAX_ANSWER_BYTES = 1 << 20;
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final Channel channel;
  private final Runnable retry;
  private final Runnable end;

  CollectorClient(CollectorEndpoint endpoint) {
    switch (endpoint) {
      case CollectorEndpoint.Network(String target) -> {
        ManagedChannel made = network(target);
        channel = made;
        retry = made::resetConnectBackoff;
        end = made::shutdownNow;
      }
      case CollectorEndpoint.Socket socket -> {
        UnixChannel made = new UnixChannel(socket.path(), THREAD, MAX_ANSWER_BYTES);
        channel = made;
        retry = () -> {};
        end = made::close;
      }
    }
  }

  private static ManagedChannel network(String target) {
    Executor threads = task -> Thread.ofVirtual().name(THREAD).start(task);
    return OkHttpChannelBuilder.forTarget(target)
        .usePlaintext()
        .transportExecutor(threads)
        .offloadExecutor(threads)
        .directExecutor()
        .maxInboundMessageSize(MAX_ANSWER_BYTES)
        .disableServiceConfigLookUp()
        .disableRetry()
        .build();
  }

  /** Throws {@link StatusRuntimeException}; the next attempt then really is one. */
  ExportTraceServiceResponse export(ExportTraceServiceRequest request) {
    try {
      return ClientCalls.blockingUnaryCall(
          channel,
          TraceServiceGrpc.getExportMethod(),
          CallOptions.DEFAULT.withDeadlineAfter(DEADLINE),
          request);
    } catch (StatusRuntimeException e) {
      retry.run();
      throw e;
    }
  }

  @Override
  public void close() {
    end.run();
  }
}
