package dev.jubelet.testing.cri;

import com.google.protobuf.Message;
import dev.jubelet.edge.cri.CriException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a fake runtime was asked, and what it is to do instead of answering.
 *
 * <p>Thread: any. Owns: the calls so far and the actions before coming ones.
 */
public final class CallScript {
  /** A call by its CRI name, with its request. */
  public record Call(String rpc, Message request) {}

  private final List<Call> calls = new ArrayList<>();
  private final Map<String, Runnable> actions = new HashMap<>();

  /** Runs the action before each call of that name; it may block, and fail the call by throwing. */
  public synchronized void before(String rpc, Runnable action) {
    actions.put(rpc, action);
  }

  /** Lets calls of that name alone again. */
  public synchronized void reset(String rpc) {
    actions.remove(rpc);
  }

  /** Fails the next calls of that name. */
  public void fail(String rpc, int times, CriException.Kind kind, String message) {
    AtomicInteger left = new AtomicInteger(times);
    before(
        rpc,
        () -> {
          if (left.getAndDecrement() > 0) {
            throw new CriException(kind, rpc, message);
          }
        });
  }

  /** All calls since the last {@link #forget}, in order. */
  public synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  /** The requests of all calls of one kind, in order. */
  public <M extends Message> List<M> requests(Class<M> type) {
    return calls().stream().map(Call::request).filter(type::isInstance).map(type::cast).toList();
  }

  public synchronized void forget() {
    calls.clear();
  }

  void enter(String rpc, Message request) {
    record(new Call(rpc, request)).run();
  }

  private synchronized Runnable record(Call call) {
    calls.add(call);
    return actions.getOrDefault(call.rpc(), () -> {});
  }
}
