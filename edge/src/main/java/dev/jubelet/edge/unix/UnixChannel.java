package dev.jubelet.edge.unix;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A channel to a socket file that connects again soon after a loss. gRPC waits 1 s to 2 min between
 * its attempts and fails all calls meanwhile. On a local socket an attempt costs little and is
 * decided at once, so a channel that lost its peer is thrown away, and the next call makes an
 * attempt with a new one, at the pace of {@link ConnectPace}: the first call after the peer is back
 * succeeds, and until then each call tells the truth.
 *
 * <p>A connection is also given up in peace after {@link #CALLS_OF_A_CONNECTION}; calls under way
 * end where they began.
 *
 * <p>Thread: any. Owns: the channel in use, and those that still have calls.
 */
public final class UnixChannel extends Channel implements AutoCloseable {
  /**
   * grpc-okhttp breaks a connection off, with all its calls, once it has answered 10,000 pings and
   * reset streams with small messages in between: it counts them as waiting for ever. A peer in Go
   * pings for about each message, so a call may cost two.
   */
  private static final int CALLS_OF_A_CONNECTION = 4_000;

  private final Path path;
  private final String threadName;
  private final int maxAnswerBytes;
  private final int callsOfAConnection;
  private final ConnectPace pace = new ConnectPace();

  @GuardedBy("this")
  private ManagedChannel current;

  @GuardedBy("this")
  private int calls;

  @GuardedBy("this")
  private final List<ManagedChannel> former = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  /** Does not connect yet. */
  public UnixChannel(Path path, String threadName, int maxAnswerBytes) {
    this(path, threadName, maxAnswerBytes, CALLS_OF_A_CONNECTION);
  }

  UnixChannel(Path path, String threadName, int maxAnswerBytes, int callsOfAConnection) {
    this.path = path;
    this.threadName = threadName;
    this.maxAnswerBytes = maxAnswerBytes;
    this.callsOfAConnection = callsOfAConnection;
    this.current = build();
  }

  private ManagedChannel build() {
    return UnixGrpc.channel(path, threadName, pace)
        .maxInboundMessageSize(maxAnswerBytes)
        .disableRetry()
        .build();
  }

  @Override
  public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
    ManagedChannel used = forOneCall();
    return new SimpleForwardingClientCall<>(used.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        super.start(new LossListener<>(listener, used), headers);
      }
    };
  }

  @Override
  public String authority() {
    return UnixGrpc.AUTHORITY;
  }

  /** Ends the connection and all calls, also those that began on earlier connections. */
  @Override
  public synchronized void close() {
    closed = true;
    current.shutdownNow();
    former.forEach(ManagedChannel::shutdownNow);
  }

  private synchronized ManagedChannel forOneCall() {
    if (calls >= callsOfAConnection && !closed) {
      // The one before it: a call that has only just been given the current one may not have begun.
      former.forEach(ManagedChannel::shutdown);
      replace();
    }
    calls++;
    return current;
  }

  private synchronized void renew(ManagedChannel lost) {
    if (!closed && current.equals(lost)) {
      pace.lost();
      replace();
      lost.shutdown();
    }
  }

  @GuardedBy("this")
  private void replace() {
    former.removeIf(ManagedChannel::isTerminated);
    former.add(current);
    current = build();
    calls = 0;
  }

  /** Hears how a call ended, before its caller does. */
  private final class LossListener<A> extends SimpleForwardingClientCallListener<A> {
    private final ManagedChannel used;

    LossListener(ClientCall.Listener<A> listener, ManagedChannel used) {
      super(listener);
      this.used = used;
    }

    @Override
    public void onHeaders(Metadata headers) {
      pace.answered();
      super.onHeaders(headers);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      if (isLoss(status)) {
        renew(used);
      }
      super.onClose(status, trailers);
    }

    /** A peer that answers may be unavailable in its own words; then the connection is good. */
    private boolean isLoss(Status status) {
      return status.getCause() instanceof IOException
          || (status.getCode() == Status.Code.UNAVAILABLE
              && used.getState(false) != ConnectivityState.READY);
    }
  }
}
