package dev.jubelet.volume;

import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.SelinuxMetric;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.meter.VolumeOperation;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what it is reported, without times. */
public final class FakeMeter implements VolumeMeter {
  public final List<String> reported = new CopyOnWriteArrayList<>();

  @Override
  public void ended(PluginLabel label, VolumeOperation operation, boolean failed, long nanos) {
    reported.add(
        operation.wireName()
            + " "
            + label.plugin()
            + (label.migrated() ? " migrated" : "")
            + (failed ? " failed" : ""));
  }

  @Override
  public void labels(SelinuxMetric finding, String plugin, String accessMode) {
    reported.add(finding.wireName() + " " + plugin + " " + accessMode);
  }

  @Override
  public void ready(String plugin, long nanos) {
    reported.add("ready " + plugin);
  }

  @Override
  public void reconstructed(boolean failed) {
    reported.add("reconstructed" + (failed ? " failed" : ""));
  }

  @Override
  public void forceCleaned(boolean failed) {
    reported.add("force cleaned" + (failed ? " failed" : ""));
  }
}
