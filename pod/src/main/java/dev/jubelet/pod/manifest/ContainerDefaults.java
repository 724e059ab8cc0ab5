package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API's defaults of one container. */
final class ContainerDefaults {
  private static final int PROBE_TIMEOUT_SECONDS = 1;
  private static final int PROBE_PERIOD_SECONDS = 10;
  private static final int PROBE_SUCCESSES = 1;
  private static final int PROBE_FAILURES = 3;

  private ContainerDefaults() {}

  static void apply(Container container) {
    if (container.getImagePullPolicy() == null) {
      container.setImagePullPolicy(pullPolicy(container.getImage()));
    }
    if (container.getTerminationMessagePath() == null) {
      container.setTerminationMessagePath("/dev/termination-log");
    }
    if (container.getTerminationMessagePolicy() == null) {
      container.setTerminationMessagePolicy("File");
    }
    if (container.getSecurityContext() != null
        && container.getSecurityContext().getProcMount() == null) {
      container.getSecurityContext().setProcMount("Default");
    }
    container.getPorts().stream()
        .filter(port -> port.getProtocol() == null)
        .forEach(port -> port.setProtocol("TCP"));
    container.getEnv().forEach(ContainerDefaults::env);
    probes(container);
    lifecycle(container.getLifecycle());
    container.setResources(resources(container.getResources()));
  }

  /** An image without a tag, or with the tag latest, may change at any time. */
  static String pullPolicy(@Nullable String image) {
    if (image == null || image.contains("@")) {
      return "IfNotPresent";
    }
    int colon = image.indexOf(':', image.lastIndexOf('/') + 1);
    String tag = colon < 0 ? "latest" : image.substring(colon + 1);
    return tag.equals("latest") ? "Always" : "IfNotPresent";
  }

  private static void env(EnvVar env) {
    if (env.getValueFrom() != null) {
      fieldRef(env.getValueFrom().getFieldRef());
    }
  }

  static void fieldRef(@Nullable ObjectFieldSelector field) {
    if (field != null && field.getApiVersion() == null) {
      field.setApiVersion("v1");
    }
  }

  private static void probes(Container container) {
    Stream.of(
            container.getLivenessProbe(),
            container.getReadinessProbe(),
            container.getStartupProbe())
        .flatMap(Stream::ofNullable)
        .forEach(ContainerDefaults::probe);
  }

  private static void probe(Probe probe) {
    if (isZero(probe.getTimeoutSeconds())) {
      probe.setTimeoutSeconds(PROBE_TIMEOUT_SECONDS);
    }
    if (isZero(probe.getPeriodSeconds())) {
      probe.setPeriodSeconds(PROBE_PERIOD_SECONDS);
    }
    if (isZero(probe.getSuccessThreshold())) {
      probe.setSuccessThreshold(PROBE_SUCCESSES);
    }
    if (isZero(probe.getFailureThreshold())) {
      probe.setFailureThreshold(PROBE_FAILURES);
    }
    if (probe.getGrpc() != null && probe.getGrpc().getService() == null) {
      probe.getGrpc().setService("");
    }
    httpGet(probe.getHttpGet());
  }

  private static boolean isZero(@Nullable Integer number) {
    return number == null || number == 0;
  }

  private static void lifecycle(@Nullable Lifecycle lifecycle) {
    if (lifecycle != null) {
      hook(lifecycle.getPostStart());
      hook(lifecycle.getPreStop());
    }
  }

  private static void hook(@Nullable LifecycleHandler hook) {
    if (hook != null) {
      httpGet(hook.getHttpGet());
    }
  }

  private static void httpGet(@Nullable HTTPGetAction get) {
    if (get == null) {
      return;
    }
    if (get.getPath() == null || get.getPath().isEmpty()) {
      get.setPath("/");
    }
    if (get.getScheme() == null || get.getScheme().isEmpty()) {
      get.setScheme("HTTP");
    }
  }

  /** What is limited but not requested is requested in full. */
  private static ResourceRequirements resources(@Nullable ResourceRequirements given) {
    ResourceRequirements resources = given == null ? new ResourceRequirements() : given;
    if (resources.getLimits() != null) {
      Map<String, Quantity> requests = new LinkedHashMap<>(resources.getLimits());
      if (resources.getRequests() != null) {
        requests.putAll(resources.getRequests());
      }
      resources.setRequests(requests);
    }
    return resources;
  }
}
