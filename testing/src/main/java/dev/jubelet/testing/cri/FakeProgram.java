package dev.jubelet.testing.cri;

import java.time.Duration;
import java.util.Optional;

/**
 * What the first process of a fake container does.
 *
 * @param lifetime how long it runs by itself; empty means until it is stopped
 * @param exitCode of its own end
 * @param stopCode with which it follows the stop signal; empty when it has to be killed
 */
public record FakeProgram(Optional<Duration> lifetime, int exitCode, Optional<Integer> stopCode) {

  /** Runs until stopped and follows the stop signal at once. */
  public static FakeProgram service() {
    return new FakeProgram(Optional.empty(), 0, Optional.of(143));
  }

  /** Runs until killed: the stop signal does nothing. */
  public static FakeProgram stubborn() {
    return new FakeProgram(Optional.empty(), 0, Optional.empty());
  }

  /** Ends by itself; with no lifetime at all, before StartContainer returns. */
  public static FakeProgram exits(Duration lifetime, int exitCode) {
    return new FakeProgram(Optional.of(lifetime), exitCode, Optional.of(143));
  }
}
