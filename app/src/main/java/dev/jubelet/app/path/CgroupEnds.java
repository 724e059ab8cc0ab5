package dev.jubelet.app.path;

import dev.jubelet.edge.systemd.SystemdUnits;
import dev.jubelet.resource.PodCgroups;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ends with the cgroup of a pod: processes that its runtime lost, and its slice in systemd,
 * which would stay loaded for ever.
 */
record CgroupEnds(SystemdUnits systemd) implements PodCgroups.Host {
  private static final Logger log = LoggerFactory.getLogger(CgroupEnds.class);

  @Override
  public void endProcess(long pid) {
    log.atWarn()
        .addKeyValue("pid", pid)
        .log("Killing a process left in the cgroup of a terminated pod");
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Override
  public void stopSlice(String unit) {
    try {
      systemd.stop(unit);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("unit", unit)
          .addKeyValue("error", e.toString())
          .log("Failed to stop the systemd slice of a terminated pod");
    }
  }
}
