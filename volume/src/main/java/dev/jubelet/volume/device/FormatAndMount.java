package dev.jubelet.volume.device;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mounts the file system of a device. A device that holds nothing gets one first; one that holds
 * something is repaired as far as that is safe, and never formatted.
 *
 * <p>Thread: any; takes as long as the programs do.
 */
public final class FormatAndMount {
  private static final Logger log = LoggerFactory.getLogger(FormatAndMount.class);
  private static final String USUAL_TYPE = "ext4";
  private static final int CORRECTED = 1;
  private static final int UNCORRECTED = 4;

  private final HostCommands commands;
  private final DeviceFormat format;
  private final Mounts mounts;

  /**
   * What is wanted.
   *
   * @param type that of the file system; empty for the usual one
   * @param options those of the mount
   */
  public record MountRequest(
      Path device, Path point, String type, List<String> options, boolean readOnly) {
    public MountRequest {
      type = type.isEmpty() ? USUAL_TYPE : type;
      options = List.copyOf(options);
    }

    String joinedOptions() {
      List<String> all = new ArrayList<>(options);
      all.add("defaults");
      if (readOnly && !all.contains("ro")) {
        all.add("ro");
      }
      return String.join(",", all);
    }
  }

  public FormatAndMount(HostCommands commands, Mounts mounts) {
    this.commands = commands;
    this.format = new DeviceFormat(commands);
    this.mounts = mounts;
  }

  /** The mount point must exist and have nothing mounted on it. */
  public void mount(MountRequest request) {
    Optional<String> found = format.of(request.device());
    boolean readOnly = request.readOnly() || request.options().contains("ro");
    if (found.isEmpty() && readOnly) {
      throw new VolumeException(
          "cannot mount unformatted disk %s as it is to be mounted read-only"
              .formatted(request.device()));
    }
    if (found.isEmpty()) {
      makeFilesystem(request);
    } else if (!readOnly) {
      repair(request.device());
    }
    try {
      mounts.mount(
          request.type(), request.device().toString(), request.point(), request.joinedOptions());
    } catch (LinuxException e) {
      throw mismatch(request, found, e);
    }
  }

  private static RuntimeException mismatch(
      MountRequest request, Optional<String> found, LinuxException failure) {
    if (found.isEmpty() || found.get().equals(request.type())) {
      return failure;
    }
    return new VolumeException(
        "failed to mount the volume as \"%s\", it already contains %s. Mount error"
            .formatted(request.type(), found.get()),
        failure);
  }

  private void makeFilesystem(MountRequest request) {
    log.atInfo()
        .addKeyValue("device", request.device())
        .addKeyValue("fsType", request.type())
        .log("Formatting empty disk");
    List<String> command = new ArrayList<>();
    command.add("mkfs." + request.type());
    switch (request.type()) {
      case "ext3", "ext4" -> command.addAll(List.of("-F", "-m0"));
      case "xfs" -> command.add("-f");
      default -> {}
    }
    command.add(request.device().toString());
    HostCommands.Result made = commands.run(command);
    if (!made.succeeded()) {
      throw new VolumeException(
          "format of disk \"%s\" failed: type:(\"%s\") target:(\"%s\") errcode:(exit status %d) output:(%s)"
              .formatted(
                  request.device(),
                  request.type(),
                  request.point(),
                  made.status(),
                  made.output().strip()));
    }
  }

  /** A machine without the program mounts what it has; the kernel checks some of it as well. */
  private void repair(Path device) {
    HostCommands.Result checked;
    try {
      checked = commands.run("fsck", "-a", device.toString());
    } catch (HostException e) {
      if (e.kind() != HostException.Kind.NOT_FOUND) {
        throw e;
      }
      log.atWarn()
          .addKeyValue("device", device)
          .log("fsck is not installed; mounting the disk unchecked");
      return;
    }
    if (checked.status() == UNCORRECTED) {
      throw new VolumeException(
          "'fsck' found errors on device %s but could not correct them: %s"
              .formatted(device, checked.output().strip()));
    }
    if (checked.status() == CORRECTED) {
      log.atInfo().addKeyValue("device", device).log("fsck corrected errors on the disk");
    } else if (checked.status() > UNCORRECTED) {
      log.atWarn()
          .addKeyValue("device", device)
          .addKeyValue("status", checked.status())
          .addKeyValue("cause", checked.output().strip())
          .log("fsck failed; mounting the disk all the same");
    }
  }
}
