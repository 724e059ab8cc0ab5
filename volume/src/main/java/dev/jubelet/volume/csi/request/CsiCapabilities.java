package dev.jubelet.volume.csi.request;

import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.VolumeCapability;
import dev.jubelet.api.csi.VolumeCapability.AccessMode.Mode;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** How a volume is to be used, in the driver's words. Pure. */
public final class CsiCapabilities {
  private CsiCapabilities() {}

  /**
   * @param capabilities of the driver
   * @param group that is to own the files; only told to drivers that can see to it
   */
  public static VolumeCapability of(
      CsiSource source, Set<RPC.Type> capabilities, OptionalInt group) {
    VolumeCapability.Builder capability = VolumeCapability.newBuilder();
    capability.getAccessModeBuilder().setMode(mode(source, capabilities));
    if (source.isBlock()) {
      return capability.setBlock(VolumeCapability.BlockVolume.getDefaultInstance()).build();
    }
    VolumeCapability.MountVolume.Builder mount =
        capability
            .getMountBuilder()
            .setFsType(source.fsType())
            .addAllMountFlags(source.mountOptions());
    if (group.isPresent() && capabilities.contains(RPC.Type.VOLUME_MOUNT_GROUP)) {
      mount.setVolumeMountGroup(Integer.toString(group.getAsInt()));
    }
    return capability.build();
  }

  /** The first mode counts; drivers that tell writers on one node apart have words of their own. */
  private static Mode mode(CsiSource source, Set<RPC.Type> capabilities) {
    boolean apart = capabilities.contains(RPC.Type.SINGLE_NODE_MULTI_WRITER);
    String first =
        source.accessModes().isEmpty() ? "ReadWriteOnce" : source.accessModes().getFirst();
    return switch (first) {
      case "ReadOnlyMany" -> Mode.MULTI_NODE_READER_ONLY;
      case "ReadWriteMany" -> Mode.MULTI_NODE_MULTI_WRITER;
      case "ReadWriteOncePod" -> apart ? Mode.SINGLE_NODE_SINGLE_WRITER : Mode.SINGLE_NODE_WRITER;
      default -> apart ? Mode.SINGLE_NODE_MULTI_WRITER : Mode.SINGLE_NODE_WRITER;
    };
  }

  /** Whether the agent itself gives the files of a volume to the pod's group. */
  public static boolean agentOwns(
      CsiSource source, CsiDriverSpec spec, Set<RPC.Type> capabilities) {
    if (source.readOnly() || capabilities.contains(RPC.Type.VOLUME_MOUNT_GROUP)) {
      return false;
    }
    return switch (spec.fsGroupPolicy()) {
      case "None" -> false;
      case "File" -> true;
      default -> !source.fsType().isEmpty() && isForOneNode(source);
    };
  }

  private static boolean isForOneNode(CsiSource source) {
    return !source.isPersistent()
        || source.accessModes().contains("ReadWriteOnce")
        || source.accessModes().contains("ReadWriteOncePod");
  }

  /** Why the driver cannot serve the volume at all; empty when it can. */
  public static Optional<String> refusal(CsiSource source, CsiDriverSpec spec) {
    String mode = source.isPersistent() ? "Persistent" : "Ephemeral";
    if (spec.modes().contains(mode)) {
      return Optional.empty();
    }
    String why =
        spec.declared()
            ? "only supports [\"" + String.join("\" \"", spec.modes()) + "\"]"
            : "no CSIDriver object";
    return Optional.of(
        "volume mode \"%s\" not supported by driver %s (%s)"
            .formatted(mode, source.id().driver(), why));
  }
}
