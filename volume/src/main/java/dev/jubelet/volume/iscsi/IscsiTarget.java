package dev.jubelet.volume.iscsi;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.ISCSIPersistentVolumeSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A disk of a target, and the interface it is reached through. Kept on disk beside the mount, so
 * that it can be logged out of later.
 *
 * @param initIface the interface that the spec names
 * @param iface the one in use: a copy with a name of its own when the volume has its own initiator
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record IscsiTarget(
    @JsonProperty("VolName") String name,
    @JsonProperty("Portals") List<String> portals,
    @JsonProperty("Iqn") String iqn,
    @JsonProperty("Lun") int lun,
    @JsonProperty("InitIface") String initIface,
    @JsonProperty("Iface") String iface,
    @JsonProperty("InitiatorName") String initiator) {
  private static final String PORT = ":3260";

  static IscsiTarget of(VolumeSpec volume, ISCSIPersistentVolumeSource source) {
    List<String> portals = portals(source.getTargetPortal(), source.getPortals());
    String iface = Objects.requireNonNullElse(source.getIscsiInterface(), "default");
    String initiator = Objects.requireNonNullElse(source.getInitiatorName(), "");
    return new IscsiTarget(
        volume.name(),
        portals,
        source.getIqn(),
        lun(source),
        iface,
        initiator.isEmpty() ? iface : portals.getFirst() + ":" + volume.name(),
        initiator);
  }

  private static int lun(ISCSIPersistentVolumeSource source) {
    return Objects.requireNonNullElse(source.getLun(), 0);
  }

  private static List<String> portals(String first, @Nullable List<String> more) {
    List<String> all = new ArrayList<>();
    all.add(withPort(first));
    if (more != null) {
      more.stream().map(IscsiTarget::withPort).filter(p -> !all.contains(p)).forEach(all::add);
    }
    return List.copyOf(all);
  }

  /** The name of a disk in the Node object, for which the portal is as it was written. */
  static String uniqueName(ISCSIPersistentVolumeSource source) {
    return "kubernetes.io/iscsi/%s:%s:%d"
        .formatted(source.getTargetPortal(), source.getIqn(), lun(source));
  }

  private static String withPort(String portal) {
    boolean isBareIpv6 = portal.startsWith("[") && portal.endsWith("]");
    return portal.contains(":") && !isBareIpv6 ? portal : portal + PORT;
  }

  /** Whether all is there that is needed to log out; what was read may lack anything. */
  boolean isComplete() {
    return portals != null
        && !portals.isEmpty()
        && Stream.of(name, iqn, initIface, iface).noneMatch(Objects::isNull);
  }

  boolean hasOwnInterface() {
    return !iface.equals(initIface);
  }

  /** The directory of the disk below that of the plugin. */
  Path directory() {
    return Path.of("iface-" + iface)
        .resolve("%s-%s-lun-%d".formatted(portals.getFirst(), iqn, lun));
  }

  /** The name of the link to the disk, below {@code /dev/disk/by-path}. */
  String link(String portal) {
    return "ip-%s-iscsi-%s-lun-%d".formatted(portal, iqn, lun);
  }
}
