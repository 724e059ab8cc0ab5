package dev.jubelet.edge.cri;

import com.google.protobuf.Empty;
import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.GetEventsRequest;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.trace.TracedCalls;
import dev.jubelet.edge.unix.UnixChannel;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * One channel to one endpoint, and how calls are made on it.
 *
 * <p>Thread: any; answers are processed on the caller's thread. Owns: the channel.
 */
final class CriConnection implements AutoCloseable {
  private static final int MAX_ANSWER_BYTES = 16 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CriEndpoint endpoint;
  private final CriCalls calls;
  private final Operations operations = new Operations();
  private final OpenEnds openEnds = new OpenEnds();
  private final UnixChannel socket;
  private final Tracer tracer;
  private final Channel channel;

  CriConnection(CriEndpoint endpoint, CriCalls calls, Tracer tracer) {
    this.endpoint = endpoint;
    this.calls = calls;
    this.tracer = tracer;
    this.socket = new UnixChannel(endpoint.path(), "cri-io", MAX_ANSWER_BYTES);
    this.channel =
        tracer.isOn() ? ClientInterceptors.intercept(socket, new TracedCalls(tracer)) : socket;
  }

  CriEndpoint endpoint() {
    return endpoint;
  }

  <Q, A> A unary(MethodDescriptor<Q, A> method, Q request, Optional<Duration> deadline) {
    return counted(
        method, () -> ClientCalls.blockingUnaryCall(channel, method, options(deadline), request));
  }

  /**
   * Like {@link #unary}, but an interrupt or the end of the connection cancels the call only after
   * some patience. A runtime that is told to stop half-way through making something may leave a
   * part of it behind, or lose sight of a process it has started.
   */
  <Q, A> A unaryToItsEnd(MethodDescriptor<Q, A> method, Q request, Optional<Duration> deadline) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CriException(
          CriException.Kind.CANCELLED, Operations.rpc(method), "interrupted before it began");
    }
    openEnds.enter(Operations.rpc(method));
    FutureTask<A> call =
        new FutureTask<>(
            () -> {
              try {
                return unary(method, request, deadline);
              } finally {
                openEnds.leave();
              }
            });
    Thread caller =
        Thread.ofVirtual().name("cri-" + Operations.rpc(method)).start(tracer.carry(call));
    return Uninterrupted.result(call, caller, PATIENCE);
  }

  CriEvents events() {
    MethodDescriptor<GetEventsRequest, ContainerEventResponse> method =
        RuntimeServiceGrpc.getGetContainerEventsMethod();
    CriCalls.Running running = calls.started(operations.name(method));
    return new EventSubscription(channel, running, e -> failure(method, e));
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
      ClientCalls.blockingUnaryCall(channel, method, options(deadline), request);
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
      running.failed(failure);
      throw failure;
    }
  }

  private CriException failure(MethodDescriptor<?, ?> method, StatusRuntimeException e) {
    return StatusKinds.exception(endpoint, Operations.rpc(method), e.getStatus());
  }

  private static CallOptions options(Optional<Duration> deadline) {
    return deadline.map(CallOptions.DEFAULT::withDeadlineAfter).orElse(CallOptions.DEFAULT);
  }

  @Override
  public void close() {
    openEnds.close(PATIENCE, socket::close);
  }
}
