package dev.jubelet.edge.trace;

import dev.jubelet.base.trace.Span;
import dev.jubelet.base.trace.SpanContext;
import dev.jubelet.base.trace.Tracer;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/**
 * Makes each call of gRPC a span below the caller's, and tells the server of it.
 *
 * <p>Thread: begun by the caller's, ended by the connection's.
 */
public final class TracedCalls implements ClientInterceptor {
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of(SpanContext.HEADER, Metadata.ASCII_STRING_MARSHALLER);

  private final Tracer tracer;

  public TracedCalls(Tracer tracer) {
    this.tracer = tracer;
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        Span span = begin(method);
        SpanContext context = span.context();
        if (context != null) {
          headers.put(HEADER, context.header());
        }
        super.start(new Ending<>(listener, span), headers);
      }
    };
  }

  private Span begin(MethodDescriptor<?, ?> method) {
    String service = method.getServiceName();
    String call = method.getBareMethodName();
    return tracer
        .beginCall(method.getFullMethodName())
        .with("rpc.system", "grpc")
        .with("rpc.service", service == null ? "" : service)
        .with("rpc.method", call == null ? "" : call);
  }

  /** Hears how the call ended. */
  private static final class Ending<A> extends SimpleForwardingClientCallListener<A> {
    private final Span span;

    Ending(ClientCall.Listener<A> listener, Span span) {
      super(listener);
      this.span = span;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      span.with("rpc.grpc.status_code", status.getCode().value());
      if (!status.isOk()) {
        String description = status.getDescription();
        span.fail(description == null ? status.getCode().name() : description);
      }
      span.close();
      super.onClose(status, trailers);
    }
  }
}
