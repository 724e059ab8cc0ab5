package dev.jubelet.pod.translate.net;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.regex.Pattern;

/** How a pod is called inside: names, their limits, and what the kernel is told. Thread: any. */
public final class HostnameRules {
  private static final int MAX_HOSTNAME = 63;
  private static final int MAX_KERNEL_NAME = 64;
  private static final int MAX_SUBDOMAIN = 253;
  private static final String LABEL_PATTERN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
  private static final Pattern LABEL = Pattern.compile(LABEL_PATTERN);
  private static final Pattern SUBDOMAIN =
      Pattern.compile(LABEL_PATTERN + "(\\." + LABEL_PATTERN + ")*");

  public static PodHostname of(Pod pod, String clusterDomain) {
    PodSpec spec = pod.getSpec();
    String override = spec.getHostnameOverride();
    if (override != null) {
      requireSubdomain("HostnameOverride", override);
      return new PodHostname(truncated(pod, override), "");
    }
    String own = text(spec.getHostname());
    String subdomain = text(spec.getSubdomain());
    requireLabel("Hostname", own);
    requireLabel("Subdomain", subdomain);
    String host = truncated(pod, own.isEmpty() ? pod.getMetadata().getName() : own);
    String domain =
        subdomain.isEmpty()
            ? ""
            : subdomain + "." + pod.getMetadata().getNamespace() + ".svc." + clusterDomain;
    return new PodHostname(host, domain);
  }

  /** What {@code hostname} prints in the pod's containers. */
  public static String kernelName(Pod pod, PodHostname name) {
    if (!isTrue(pod.getSpec().getSetHostnameAsFQDN()) || name.domain().isEmpty()) {
      return name.host();
    }
    String qualified = name.qualified();
    if (qualified.length() > MAX_KERNEL_NAME) {
      throw new UntranslatableException(
          "failed to construct FQDN from pod hostname and cluster domain, FQDN %s is too long (%d characters is the max, %d characters requested)"
              .formatted(qualified, MAX_KERNEL_NAME, qualified.length()));
    }
    return qualified;
  }

  private static String truncated(Pod pod, String hostname) {
    if (hostname.length() <= MAX_HOSTNAME) {
      return hostname;
    }
    int end = MAX_HOSTNAME;
    while (end > 0 && "-.".indexOf(hostname.charAt(end - 1)) >= 0) {
      end--;
    }
    if (end == 0) {
      throw new UntranslatableException(
          "hostname for pod \"%s\" was invalid: \"%s\""
              .formatted(pod.getMetadata().getName(), hostname));
    }
    return hostname.substring(0, end);
  }

  private static void requireLabel(String field, String value) {
    if (value.isEmpty()) {
      return;
    }
    if (value.length() > MAX_HOSTNAME || !LABEL.matcher(value).matches()) {
      throw new UntranslatableException(
          "pod %s \"%s\" is not a valid DNS label: at most %d characters that match '%s'"
              .formatted(field, value, MAX_HOSTNAME, LABEL_PATTERN));
    }
  }

  private static void requireSubdomain(String field, String value) {
    if (value.length() > MAX_SUBDOMAIN || !SUBDOMAIN.matcher(value).matches()) {
      throw new UntranslatableException(
          "pod %s \"%s\" is not a valid DNS subdomain: at most %d characters, labels that match '%s' with dots between them"
              .formatted(field, value, MAX_SUBDOMAIN, LABEL_PATTERN));
    }
  }

  private HostnameRules() {}
}
