package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The API's rules for the containers of one pod.
 *
 * <p>Thread: one pod per instance. Owns: the names and host ports used so far in the pod.
 */
final class ContainerRules {
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
  private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");

  private final PodSpec spec;
  private final Set<String> volumes;
  private final Set<String> names;
  private final Set<String> hostPorts = new HashSet<>();
  private final Problems problems;

  ContainerRules(PodSpec spec, Set<String> volumes, Set<String> names, Problems problems) {
    this.spec = spec;
    this.volumes = volumes;
    this.names = names;
    this.problems = problems;
  }

  void check(Container container, String path, boolean init) {
    name(container, path);
    image(container, path);
    problems.oneOf(path + ".imagePullPolicy", container.getImagePullPolicy(), PULL_POLICIES);
    problems.oneOf(
        path + ".terminationMessagePolicy",
        container.getTerminationMessagePolicy(),
        MESSAGE_POLICIES);
    RestartPolicyRules.check(container, path, problems);
    ports(container, path, init);
    EnvRules.check(container, spec, path, problems);
    MountRules.check(container, volumes, path, problems);
    new DeviceRules(container, spec.getVolumes(), path + ".volumeDevices", problems).check();
    ResourceRules.check(container.getResources(), path + ".resources", problems);
    SecurityRules.checkContainer(container.getSecurityContext(), path, problems);
    ProbeRules.check(
        container, path, init && !"Always".equals(container.getRestartPolicy()), problems);
  }

  private void name(Container container, String path) {
    String name = container.getName();
    if (MetaRules.isEmpty(name)) {
      problems.required(path + ".name", "a container needs a name");
    } else if (!Formats.isDnsLabel(name)) {
      problems.invalid(path + ".name", name, Formats.DNS_LABEL);
    } else if (!names.add(name)) {
      problems.duplicate(path + ".name", name);
    }
  }

  private void image(Container container, String path) {
    String image = container.getImage();
    if (MetaRules.isEmpty(image)) {
      problems.required(path + ".image", "a container needs an image");
    } else if (!image.strip().equals(image)) {
      problems.invalid(path + ".image", image, "must not have leading or trailing whitespace");
    }
  }

  /** Init containers run one after another, so only what runs together fights for a host port. */
  private void ports(Container container, String path, boolean init) {
    Set<String> portNames = new HashSet<>();
    for (int i = 0; i < container.getPorts().size(); i++) {
      ContainerPort port = container.getPorts().get(i);
      String at = path + ".ports[" + i + "]";
      portName(port.getName(), portNames, at);
      if (port.getContainerPort() == null) {
        problems.required(at + ".containerPort", "a port needs a number");
      } else {
        portNumber(port.getContainerPort(), at + ".containerPort");
      }
      problems.oneOf(at + ".protocol", port.getProtocol(), PROTOCOLS);
      if (!MetaRules.isEmpty(port.getHostIP()) && !Addresses.isIp(port.getHostIP())) {
        problems.invalid(at + ".hostIP", port.getHostIP(), "must be an IP address");
      }
      if (port.getHostPort() != null && port.getHostPort() != 0) {
        hostPort(port, at, init);
      }
    }
  }

  private void portName(String name, Set<String> portNames, String at) {
    if (MetaRules.isEmpty(name)) {
      return;
    }
    if (!Formats.isPortName(name)) {
      problems.invalid(at + ".name", name, Formats.PORT_NAME);
    } else if (!portNames.add(name)) {
      problems.duplicate(at + ".name", name);
    }
  }

  private void hostPort(ContainerPort port, String at, boolean init) {
    portNumber(port.getHostPort(), at + ".hostPort");
    if (Boolean.TRUE.equals(spec.getHostNetwork())
        && !port.getHostPort().equals(port.getContainerPort())) {
      problems.invalid(
          at + ".hostPort", port.getHostPort(), "must match containerPort on the host's network");
    }
    String use =
        port.getProtocol()
            + "/"
            + Objects.requireNonNullElse(port.getHostIP(), "")
            + "/"
            + port.getHostPort();
    if (!init && !hostPorts.add(use)) {
      problems.duplicate(at + ".hostPort", port.getHostPort());
    }
  }

  private void portNumber(int number, String at) {
    if (number < 1 || number > 65535) {
      problems.invalid(at, number, "must be between 1 and 65535");
    }
  }
}
