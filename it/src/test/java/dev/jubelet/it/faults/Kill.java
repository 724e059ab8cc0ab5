package dev.jubelet.it.faults;

import dev.jubelet.testing.cri.ProxyAction;
import dev.jubelet.testing.node.TestNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * One kill -9 of the kubelet, hidden in a rule of the proxy. Happens at most once, and not after it
 * was called off.
 *
 * <p>Thread: set off by the proxy, awaited by the test.
 */
final class Kill {
  private final TestNode node;
  private final ProcessHandle kubelet;
  private final AtomicBoolean armed = new AtomicBoolean(true);
  private final CompletableFuture<ProcessHandle> done = new CompletableFuture<>();

  Kill(TestNode node) {
    this.node = node;
    this.kubelet = ProcessHandle.of(node.pid()).orElseThrow();
  }

  /** The call never reaches the runtime: its thread waits for ever after the kill. */
  ProxyAction beforeTheCall() {
    return new ProxyAction.RunBefore(
        () -> {
          happen();
          new CompletableFuture<Void>().join();
        });
  }

  ProxyAction afterTheCall() {
    return new ProxyAction.RunAfter(this::happen);
  }

  void happen() {
    if (armed.compareAndSet(true, false)) {
      kubelet.destroyForcibly();
      done.complete(kubelet.onExit().join());
    }
  }

  /** Waits for the kill or until it cannot come any more; returns whether it came. */
  boolean awaitUnless(String what, BooleanSupplier over) {
    node.await("the kubelet is killed, or " + what, () -> done.isDone() || over.getAsBoolean());
    if (armed.compareAndSet(true, false)) {
      return false;
    }
    done.join();
    node.killKubelet();
    return true;
  }
}
