package dev.jubelet.pod.translate.env;

import dev.jubelet.pod.spec.Criticality;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The variables that tell a container about services: always that of the API server, and those of
 * the pod's namespace unless the pod wants none. Pure but for the source.
 */
final class ServiceVariables {
  private static final String MASTER_NAMESPACE = "default";
  private static final String MASTER = "kubernetes";
  private static final String NO_ADDRESS = "None";

  private final Map<String, String> values = new LinkedHashMap<>();

  private ServiceVariables() {}

  static Map<String, String> of(Pod pod, ServiceSource source) {
    Map<String, ClusterService> chosen = new TreeMap<>();
    for (ClusterService service : known(pod, source, MASTER_NAMESPACE)) {
      if (service.name().equals(MASTER)) {
        chosen.put(MASTER, service);
      }
    }
    if (!Boolean.FALSE.equals(pod.getSpec().getEnableServiceLinks())) {
      for (ClusterService service : known(pod, source, pod.getMetadata().getNamespace())) {
        chosen.put(service.name(), service);
      }
    }
    ServiceVariables variables = new ServiceVariables();
    chosen.values().forEach(variables::add);
    return variables.values;
  }

  private static List<ClusterService> known(Pod pod, ServiceSource source, String namespace) {
    // Static pods wait for no API server, which may be one of them.
    boolean isStatic = Criticality.isStatic(pod);
    Optional<List<ClusterService>> known =
        isStatic ? source.atHand(namespace) : source.in(namespace);
    if (known.isEmpty() && !isStatic) {
      throw new UntranslatableException(
          "services have not yet been read at least once, cannot construct envvars");
    }
    return known.orElse(List.of()).stream().filter(ServiceVariables::hasAddress).toList();
  }

  private static boolean hasAddress(ClusterService service) {
    return !service.address().isEmpty() && !service.address().equals(NO_ADDRESS);
  }

  private void add(ClusterService service) {
    String name = variableName(service.name());
    values.put(name + "_SERVICE_HOST", service.address());
    if (service.ports().isEmpty()) {
      return;
    }
    int first = service.ports().getFirst().number();
    values.put(name + "_SERVICE_PORT", Integer.toString(first));
    for (ClusterService.Port port : service.ports()) {
      if (!port.name().isEmpty()) {
        values.put(
            name + "_SERVICE_PORT_" + variableName(port.name()), Integer.toString(port.number()));
      }
    }
    values.put(name + "_PORT", url(service, service.ports().getFirst()));
    service.ports().forEach(port -> addLink(name, service, port));
  }

  private void addLink(String name, ClusterService service, ClusterService.Port port) {
    String link =
        "%s_PORT_%d_%s".formatted(name, port.number(), port.protocol().toUpperCase(Locale.ROOT));
    values.put(link, url(service, port));
    values.put(link + "_PROTO", scheme(port));
    values.put(link + "_PORT", Integer.toString(port.number()));
    values.put(link + "_ADDR", service.address());
  }

  private static String url(ClusterService service, ClusterService.Port port) {
    String address = service.address();
    String host = address.contains(":") ? "[" + address + "]" : address;
    return scheme(port) + "://" + host + ":" + port.number();
  }

  private static String scheme(ClusterService.Port port) {
    return port.protocol().toLowerCase(Locale.ROOT);
  }

  private static String variableName(String name) {
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
