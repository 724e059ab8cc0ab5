package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.GetEventsRequest;
import dev.jubelet.api.cri.RuntimeServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Context;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The stream of container events as an iterator that can be closed from outside.
 *
 * <p>Thread: one reader, any closer. Owns: the call, through the context that cancels it.
 */
final class EventSubscription implements CriEvents {
  private final Context.CancellableContext context = Context.ROOT.withCancellation();
  private final Iterator<ContainerEventResponse> events;
  private final CriCalls.Running running;
  private final Function<StatusRuntimeException, CriException> failure;
  private boolean ended;

  EventSubscription(
      Channel channel,
      CriCalls.Running running,
      Function<StatusRuntimeException, CriException> failure) {
    this.running = running;
    this.failure = failure;
    Context previous = context.attach();
    try {
      this.events =
          ClientCalls.blockingServerStreamingCall(
              channel,
              RuntimeServiceGrpc.getGetContainerEventsMethod(),
              CallOptions.DEFAULT,
              GetEventsRequest.getDefaultInstance());
    } finally {
      context.detach(previous);
    }
  }

  @Override
  public @Nullable ContainerEventResponse next() {
    try {
      if (events.hasNext()) {
        return events.next();
      }
      end(null);
      return null;
    } catch (StatusRuntimeException e) {
      if (context.isCancelled()) {
        end(null);
        return null;
      }
      CriException thrown = failure.apply(e);
      end(thrown);
      throw thrown;
    }
  }

  private void end(@Nullable CriException failure) {
    if (ended) {
      return;
    }
    ended = true;
    if (failure == null) {
      running.succeeded();
    } else {
      running.failed(failure);
    }
  }

  @Override
  public void close() {
    context.cancel(null);
  }
}
