package dev.jubelet.pod.translate;

import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.PortMapping;
import dev.jubelet.api.cri.Protocol;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The ports that a pod's regular containers declare. A port that a container declares twice counts
 * once: the name tells ports apart, or all else when it has none. Thread: any.
 */
final class PortMappings {

  static List<PortMapping> of(Pod pod) {
    List<PortMapping> mappings = new ArrayList<>();
    for (Container container : list(pod.getSpec().getContainers())) {
      Set<Object> seen = new HashSet<>();
      for (ContainerPort port : list(container.getPorts())) {
        if (seen.add(identity(port))) {
          mappings.add(mapping(port));
        }
      }
    }
    return mappings;
  }

  private static Object identity(ContainerPort port) {
    String name = text(port.getName());
    return name.isEmpty() ? mapping(port) : name;
  }

  private static PortMapping mapping(ContainerPort port) {
    return PortMapping.newBuilder()
        .setProtocol(protocol(text(port.getProtocol())))
        .setContainerPort(port.getContainerPort())
        .setHostPort(port.getHostPort() == null ? 0 : port.getHostPort())
        .setHostIp(text(port.getHostIP()))
        .build();
  }

  /** Names that nobody knows are TCP, as the runtime would take them. */
  private static Protocol protocol(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "UDP" -> Protocol.UDP;
      case "SCTP" -> Protocol.SCTP;
      default -> Protocol.TCP;
    };
  }

  private PortMappings() {}
}
