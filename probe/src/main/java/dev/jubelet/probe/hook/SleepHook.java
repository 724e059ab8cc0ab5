package dev.jubelet.probe.hook;

import dev.jubelet.base.Timers;
import dev.jubelet.probe.hook.HookRunner.HookTarget;
import io.fabric8.kubernetes.api.model.SleepAction;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A hook that lets time pass.
 *
 * <p>Thread: the caller's, which waits.
 */
final class SleepHook {
  private final Timers timers;
  private final HookListener listener;

  SleepHook(Timers timers, HookListener listener) {
    this.timers = timers;
    this.listener = listener;
  }

  HookOutcome run(SleepAction action, HookTarget target) {
    CountDownLatch over = new CountDownLatch(1);
    Timers.Pending timer = timers.after(Duration.ofSeconds(action.getSeconds()), over::countDown);
    try {
      over.await();
      return new HookOutcome.Done();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      listener.sleepBrokenOff();
      return new HookOutcome.Failed(
          "Sleep lifecycle hook (%d) for %s failed - error: container terminated before sleep hook finished"
              .formatted(action.getSeconds(), target.text()));
    } finally {
      timer.cancel();
    }
  }
}
