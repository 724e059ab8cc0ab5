package dev.jubelet.it.stream;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What a command has told so far.
 *
 * <p>Thread: any.
 */
final class Told extends OutputStream {
  private static final int TRIES = 100;
  private static final Duration BETWEEN = Duration.ofMillis(200);

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  @Override
  public synchronized void write(int b) {
    text.write(b);
    notifyAll();
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int count) {
    text.write(bytes, offset, count);
    notifyAll();
  }

  /** Asks again until the words come: a size told while a terminal is being made may be lost. */
  void await(String words, Runnable ask) throws InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      ask.run();
      if (comes(words)) {
        return;
      }
    }
    throw new AssertionError("never told: " + words + "; but: " + text);
  }

  private synchronized boolean comes(String words) throws InterruptedException {
    long end = System.nanoTime() + BETWEEN.toNanos();
    for (long left = BETWEEN.toNanos(); !has(words) && left > 0; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return has(words);
  }

  private boolean has(String words) {
    return toString().contains(words);
  }

  @Override
  public synchronized String toString() {
    return text.toString(StandardCharsets.UTF_8);
  }
}
