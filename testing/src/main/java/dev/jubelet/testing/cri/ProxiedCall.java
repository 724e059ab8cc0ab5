package dev.jubelet.testing.cri;

import dev.jubelet.base.Timers;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One call on its way through the proxy: one request, then any number of answers. When the agent
 * gives up, the runtime is told, since both sides share a context (but for {@link
 * ProxyAction.Finish}).
 *
 * <p>Thread: those of the two calls, one after the other.
 */
final class ProxiedCall extends ServerCall.Listener<byte[]> {
  private final ServerCall<byte[], byte[]> agent;
  private final Channel runtime;
  private final Function<byte[], ProxyAction> rule;
  private final Timers timers;
  private byte[] request = {};

  ProxiedCall(
      ServerCall<byte[], byte[]> agent,
      Channel runtime,
      Function<byte[], ProxyAction> rule,
      Timers timers) {
    this.agent = agent;
    this.runtime = runtime;
    this.rule = rule;
    this.timers = timers;
  }

  ServerCall.Listener<byte[]> begin() {
    agent.request(2);
    return this;
  }

  @Override
  public void onMessage(byte[] message) {
    request = message;
  }

  @Override
  public void onHalfClose() {
    switch (rule.apply(request)) {
      case ProxyAction.Pass _ -> pass();
      case ProxyAction.Finish _ -> Context.ROOT.run(this::pass);
      case ProxyAction.Delay delay -> timers.after(delay.by(), () -> onThread(this::pass));
      case ProxyAction.Fail fail -> agent.close(fail.status(), new Metadata());
      case ProxyAction.Hang _ -> {}
      case ProxyAction.DropReply _ -> send(new Collected(reply -> hangUp()));
      case ProxyAction.HoldReply _ -> send(new Collected(reply -> {}));
      case ProxyAction.BreakAfter rupture -> send(new Relayed(rupture.answers()));
      case ProxyAction.RunBefore before ->
          onThread(
              () -> {
                before.task().run();
                pass();
              });
      case ProxyAction.RunAfter after ->
          send(
              new Collected(
                  reply ->
                      onThread(
                          () -> {
                            after.task().run();
                            reply.give();
                          })));
    }
  }

  private void pass() {
    send(new Relayed(Integer.MAX_VALUE));
  }

  private void send(Answers answers) {
    ClientCall<byte[], byte[]> call =
        runtime.newCall(
            RawBytes.method(agent.getMethodDescriptor().getFullMethodName()), CallOptions.DEFAULT);
    call.start(answers.listener(call), new Metadata());
    call.sendMessage(request);
    call.halfClose();
    call.request(1);
  }

  private void hangUp() {
    agent.close(Status.UNAVAILABLE.withDescription("connection lost"), new Metadata());
  }

  /** Rules may block, and the threads of the transport must not. */
  private static void onThread(Runnable task) {
    Thread.ofVirtual().name("cri-proxy-rule").start(Context.current().wrap(task));
  }

  /** What becomes of the answers of the runtime. */
  private interface Answers {
    ClientCall.Listener<byte[]> listener(ClientCall<byte[], byte[]> call);
  }

  /** Each answer goes to the agent as it comes, until there were too many. */
  private final class Relayed implements Answers {
    private int left;

    Relayed(int most) {
      this.left = most;
    }

    @Override
    public ClientCall.Listener<byte[]> listener(ClientCall<byte[], byte[]> call) {
      return new ClientCall.Listener<>() {
        @Override
        public void onHeaders(Metadata headers) {
          agent.sendHeaders(headers);
        }

        @Override
        public void onMessage(byte[] message) {
          agent.sendMessage(message);
          left--;
          if (left > 0) {
            call.request(1);
          } else {
            call.cancel("connection lost", null);
          }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
          if (left > 0) {
            agent.close(status, trailers);
          } else {
            hangUp();
          }
        }
      };
    }
  }

  /** The whole answer, kept until somebody decides to give it. */
  private final class Collected implements Answers {
    private final Consumer<Collected> done;
    private final List<byte[]> messages = new ArrayList<>();
    private Metadata headers = new Metadata();
    private Metadata trailers = new Metadata();
    private Status status = Status.UNKNOWN;

    Collected(Consumer<Collected> done) {
      this.done = done;
    }

    @Override
    public ClientCall.Listener<byte[]> listener(ClientCall<byte[], byte[]> call) {
      return new ClientCall.Listener<>() {
        @Override
        public void onHeaders(Metadata received) {
          headers = received;
        }

        @Override
        public void onMessage(byte[] message) {
          messages.add(message);
          call.request(1);
        }

        @Override
        public void onClose(Status ended, Metadata received) {
          status = ended;
          trailers = received;
          done.accept(Collected.this);
        }
      };
    }

    void give() {
      if (!messages.isEmpty()) {
        agent.sendHeaders(headers);
        messages.forEach(agent::sendMessage);
      }
      agent.close(status, trailers);
    }
  }
}
