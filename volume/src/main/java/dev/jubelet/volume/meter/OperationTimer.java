package dev.jubelet.volume.meter;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;

/** Times operations on volumes. Thread: any. */
public record OperationTimer(VolumeMeter meter, Timers timers) {

  /** Runs an operation; one that has to wait for others has not failed and is not told. */
  public <T> T time(PluginLabel label, VolumeOperation operation, BlockingCalls.Work<T> work)
      throws IOException {
    long begun = timers.nanoTime();
    try {
      T result = work.run();
      meter.ended(label, operation, false, timers.nanoTime() - begun);
      return result;
    } catch (IOException | RuntimeException e) {
      if (!(e instanceof VolumeException v && v.isWaiting())) {
        meter.ended(label, operation, true, timers.nanoTime() - begun);
      }
      throw e;
    }
  }
}
