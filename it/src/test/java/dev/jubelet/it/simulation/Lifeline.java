package dev.jubelet.it.simulation;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * An agent's only way to its runtime. Once cut, no call of that agent has any effect, as if its
 * process had been killed between two calls.
 *
 * <p>Thread: any.
 */
final class Lifeline {
  private final CriRuntime runtime;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private boolean cut;

  Lifeline(CriRuntime runtime) {
    this.runtime = runtime;
  }

  CriRuntime runtime() {
    return (CriRuntime)
        Proxy.newProxyInstance(
            CriRuntime.class.getClassLoader(),
            new Class<?>[] {CriRuntime.class},
            (proxy, method, arguments) -> call(method, arguments));
  }

  /** Returns when the calls under way are done. */
  void cut() {
    lock.writeLock().lock();
    try {
      cut = true;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private Object call(Method method, Object @Nullable [] arguments) throws Throwable {
    lock.readLock().lock();
    try {
      if (!cut) {
        return method.invoke(runtime, arguments);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      lock.readLock().unlock();
    }
    throw neverReturn(method.getName());
  }

  /** The dead do nothing, not even retry; only what is told to stop goes on to its end. */
  private static CriException neverReturn(String rpc) {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new CriException(CriException.Kind.CANCELLED, rpc, "agent is dead");
  }
}
