package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.GetEventsRequest;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriException;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns blocking functions into handlers of gRPC calls. */
final class CallHandlers {
  private CallHandlers() {}

  /** Answers once, be it to a unary call or to a stream of lists. */
  static <Q, A> ServerCallHandler<Q, A> answer(Function<Q, A> function) {
    return ServerCalls.asyncServerStreamingCall(
        (request, observer) ->
            answered(
                observer,
                () -> {
                  observer.onNext(function.apply(request));
                  observer.onCompleted();
                }));
  }

  static ServerCallHandler<GetEventsRequest, ContainerEventResponse> events(
      Supplier<CriEvents> subscribe) {
    return ServerCalls.asyncServerStreamingCall(
        (request, observer) -> answered(observer, () -> pump(subscribe.get(), observer)));
  }

  private static void pump(CriEvents events, StreamObserver<ContainerEventResponse> observer) {
    try (events) {
      for (@Nullable ContainerEventResponse e = events.next(); e != null; e = events.next()) {
        observer.onNext(e);
      }
      observer.onCompleted();
    }
  }

  /**
   * Runs the call on a thread of its own, so that the server's stays free to hear that the client
   * has given up, which interrupts it.
   */
  private static void answered(StreamObserver<?> observer, Runnable call) {
    Thread thread = Thread.ofVirtual().name("cri-call").unstarted(() -> attempt(observer, call));
    ((ServerCallStreamObserver<?>) observer).setOnCancelHandler(thread::interrupt);
    thread.start();
  }

  private static void attempt(StreamObserver<?> observer, Runnable call) {
    try {
      call.run();
    } catch (CriException e) {
      observer.onError(status(e).asRuntimeException());
    }
  }

  private static Status status(CriException e) {
    Status.Code code =
        switch (e.kind()) {
          case NOT_FOUND -> Status.Code.NOT_FOUND;
          case UNAVAILABLE -> Status.Code.UNAVAILABLE;
          case TIMEOUT -> Status.Code.DEADLINE_EXCEEDED;
          case INVALID -> Status.Code.INVALID_ARGUMENT;
          case EXHAUSTED -> Status.Code.RESOURCE_EXHAUSTED;
          case UNIMPLEMENTED -> Status.Code.UNIMPLEMENTED;
          case ALREADY_EXISTS -> Status.Code.ALREADY_EXISTS;
          case CANCELLED -> Status.Code.CANCELLED;
          case INTERNAL -> Status.Code.UNKNOWN;
        };
    return code.toStatus().withDescription(e.text());
  }
}
