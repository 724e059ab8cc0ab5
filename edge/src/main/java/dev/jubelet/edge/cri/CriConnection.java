package dev.jubelet.edge.cri;

import com.google.protobuf.Empty;
import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.GetEventsRequest;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import dev.jubelet.edge.unix.UnixGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One channel to one endpoint, and how calls are made on it.
 *
 * <p>Thread: any; answers are processed on the caller's thread. Owns: the channel.
 */
final class CriConnection implements AutoCloseable {
  private static final int MAX_ANSWER_BYTES = 16 << 20;

  private final CriEndpoint endpoint;
  private final CriCalls calls;
  private final Operations operations = new Operations();
  private final ManagedChannel channel;

  CriConnection(CriEndpoint endpoint, CriCalls calls) {
    this.endpoint = endpoint;
    this.calls = calls;
    this.channel =
        UnixGrpc.channel(endpoint.path(), "cri-io")
            .maxInboundMessageSize(MAX_ANSWER_BYTES)
            .disableRetry()
            .build();
  }

  CriEndpoint endpoint() {
    return endpoint;
  }

  <Q, A> A unary(MethodDescriptor<Q, A> method, Q request, Optional<Duration> deadline) {
    return counted(
        method, () -> ClientCalls.blockingUnaryCall(awake(), method, options(deadline), request));
  }

  <Q, A> void stream(
      MethodDescriptor<Q, A> method, Q request, Optional<Duration> deadline, Consumer<A> each) {
    counted(
        method,
        () -> {
          ClientCalls.blockingServerStreamingCall(awake(), method, options(deadline), request)
              .forEachRemaining(each);
          return endpoint;
        });
  }

  CriEvents events() {
    MethodDescriptor<GetEventsRequest, ContainerEventResponse> method =
        RuntimeServiceGrpc.getGetContainerEventsMethod();
    CriCalls.Running running = calls.started(operations.name(method));
    return new EventSubscription(awake(), running, e -> failure(method, e));
  }

  /** Whether the peer answers a method that is not part of our API. */
  boolean serves(String fullMethod, Optional<Duration> deadline) {
    MethodDescriptor<Empty, Empty> method =
        MethodDescriptor.<Empty, Empty>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(fullMethod)
            .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
            .build();
    try {
      Empty request = Empty.getDefaultInstance();
      ClientCalls.blockingUnaryCall(awake(), method, options(deadline), request);
      return true;
    } catch (StatusRuntimeException e) {
      return false;
    }
  }

  private <T> T counted(MethodDescriptor<?, ?> method, Supplier<T> call) {
    CriCalls.Running running = calls.started(operations.name(method));
    try {
      T answer = call.get();
      running.succeeded();
      return answer;
    } catch (StatusRuntimeException e) {
      CriException failure = failure(method, e);
      running.failed(failure.kind());
      throw failure;
    }
  }

  private CriException failure(MethodDescriptor<?, ?> method, StatusRuntimeException e) {
    return StatusKinds.exception(endpoint, Operations.rpc(method), e.getStatus());
  }

  /**
   * The channel, not resting from a failure. gRPC waits 1 s to 2 min between its attempts to
   * connect. On a local socket an attempt costs nothing and is decided at once, so each call makes
   * its own: the first one after the runtime is back succeeds, and until then each tells the truth.
   */
  private Channel awake() {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.enterIdle();
    }
    return channel;
  }

  private static CallOptions options(Optional<Duration> deadline) {
    return deadline.map(CallOptions.DEFAULT::withDeadlineAfter).orElse(CallOptions.DEFAULT);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
