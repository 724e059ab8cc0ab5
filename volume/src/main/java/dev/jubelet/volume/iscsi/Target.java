package dev.jubelet.volume.iscsi;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.ISCSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.ISCSIVolumeSource;
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
record Target(
    @JsonProperty("VolName") String name,
    @JsonProperty("Portals") List<String> portals,
    @JsonProperty("Iqn") String iqn,
    @JsonProperty("Lun") int lun,
    @JsonProperty("InitIface") String initIface,
    @JsonProperty("Iface") String iface,
    @JsonProperty("InitiatorName") String initiator) {
  private static final String PORT = ":3260";

  static Target of(VolumeSpec volume, ISCSIVolumeSource source) {
    return of(
        volume.name(),
        portals(source.getTargetPortal(), source.getPortals()),
        source.getIqn(),
        source.getLun(),
        new Initiator(source.getIscsiInterface(), source.getInitiatorName()));
  }

  static Target of(VolumeSpec volume, ISCSIPersistentVolumeSource source) {
    return of(
        volume.name(),
        portals(source.getTargetPortal(), source.getPortals()),
        source.getIqn(),
        source.getLun(),
        new Initiator(source.getIscsiInterface(), source.getInitiatorName()));
  }

  private record Initiator(@Nullable String iface, @Nullable String name) {}

  private static Target of(
      String name, List<String> portals, String iqn, @Nullable Integer lun, Initiator initiator) {
    String init = initiator.iface() == null ? "default" : initiator.iface();
    String own = initiator.name() == null ? "" : initiator.name();
    return new Target(
        name,
        portals,
        iqn,
        Objects.requireNonNullElse(lun, 0),
        init,
        own.isEmpty() ? init : portals.getFirst() + ":" + name,
        own);
  }

  private static List<String> portals(String first, @Nullable List<String> more) {
    List<String> all = new ArrayList<>();
    all.add(withPort(first));
    if (more != null) {
      more.stream().map(Target::withPort).filter(p -> !all.contains(p)).forEach(all::add);
    }
    return List.copyOf(all);
  }

  /** The name of a disk in the Node object, for which the portal is as it was written. */
  static String name(String portal, String iqn, @Nullable Integer lun) {
    return "kubernetes.io/iscsi/%s:%s:%d"
        .formatted(portal, iqn, Objects.requireNonNullElse(lun, 0));
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

  /** The directory of the disk below that of this kind. */
  Path place() {
    return Path.of("iface-" + iface)
        .resolve("%s-%s-lun-%d".formatted(portals.getFirst(), iqn, lun));
  }

  /** The name of the link to the disk, below {@code /dev/disk/by-path}. */
  String link(String portal) {
    return "ip-%s-iscsi-%s-lun-%d".formatted(portal, iqn, lun);
  }
}
