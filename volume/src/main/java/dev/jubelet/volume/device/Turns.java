package dev.jubelet.volume.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets pods that share a device take turns: while one sets it up or ends it, the others that want
 * the same one wait, and nobody else.
 *
 * <p>Thread: platform threads that may be held for long. Owns: who has a turn.
 */
public final class Turns {
  @GuardedBy("this")
  private final Map<String, Turn> taken = new HashMap<>();

  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int wanted;
  }

  /** What is done in a turn. */
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  public <T extends @Nullable Object> T take(String device, Work<T> work) throws IOException {
    Turn turn = queue(device);
    turn.lock.lock();
    try {
      return work.run();
    } finally {
      turn.lock.unlock();
      leave(device, turn);
    }
  }

  /** Does the work only when nobody else is at work on the device; returns whether it was done. */
  public boolean takeIfFree(String device, Work<Boolean> work) throws IOException {
    Turn turn = queue(device);
    try {
      if (!turn.lock.tryLock()) {
        return false;
      }
      try {
        return work.run();
      } finally {
        turn.lock.unlock();
      }
    } finally {
      leave(device, turn);
    }
  }

  private synchronized Turn queue(String device) {
    Turn turn = taken.computeIfAbsent(device, name -> new Turn());
    turn.wanted++;
    return turn;
  }

  private synchronized void leave(String device, Turn turn) {
    turn.wanted--;
    if (turn.wanted == 0) {
      taken.remove(device);
    }
  }
}
