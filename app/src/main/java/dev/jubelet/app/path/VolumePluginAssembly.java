package dev.jubelet.app.path;

import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.ScsiDevices;
import dev.jubelet.volume.fc.FcTransport;
import dev.jubelet.volume.flex.FlexDrivers;
import dev.jubelet.volume.iscsi.IscsiTransport;
import dev.jubelet.volume.local.LocalVolumePlugin;
import dev.jubelet.volume.nfs.NfsPlugin;
import dev.jubelet.volume.plugin.VolumePlugin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The kinds of volumes that the kernel mounts, put together for this node. */
final class VolumePluginAssembly {
  /** Making a file system on a large disk takes its time. */
  private static final Duration COMMAND_PATIENCE = Duration.ofMinutes(30);

  private static final Duration UNMOUNT_PATIENCE = Duration.ofMinutes(1);

  private VolumePluginAssembly() {}

  static List<VolumePlugin> kinds(
      Path root, NodeProfile node, ObjectValues objects, AttachableVolumes attach) {
    Mounts mounts = new LinuxMounts();
    HostCommands commands = new ProcessCommands(COMMAND_PATIENCE);
    FormatAndMount disks = new FormatAndMount(commands, mounts);
    ScsiDevices devices = new ScsiDevices(Path.of("/sys"), Path.of("/dev"), commands);
    return List.of(
        new NfsPlugin(root, mounts, commands, UNMOUNT_PATIENCE),
        new LocalVolumePlugin(
            root,
            mounts,
            disks,
            devices.loopDevices(),
            () -> new LocalVolumePlugin.LocalNode(node.name(), node.labels())),
        IscsiTransport.plugin(root, mounts, disks, devices, objects, attach),
        FcTransport.plugin(root, mounts, disks, devices, attach));
  }

  static Supplier<List<VolumePlugin>> drivers(
      Path directory, Path root, ObjectValues objects, AttachableVolumes attach) {
    return new FlexDrivers(
        directory, root, new LinuxMounts(), new ProcessCommands(COMMAND_PATIENCE), objects, attach);
  }
}
