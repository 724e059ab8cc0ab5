package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.map;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.LinuxContainerSecurityContext;
import dev.jubelet.api.cri.SecurityProfile;
import dev.jubelet.api.cri.SecurityProfile.ProfileType;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.AppArmorProfile;
import io.fabric8.kubernetes.api.model.AppArmorProfileBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * Which AppArmor profile confines a container: its own, the one of the old annotation (static pods
 * may have nothing else), or its pod's. It is said twice, since older runtimes read only the old
 * form. Thread: any.
 */
final class AppArmorRules {
  private static final String ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";
  private static final String LOCALHOST = "localhost/";

  static void apply(
      Pod pod,
      String containerName,
      EffectiveSecurity security,
      LinuxContainerSecurityContext.Builder out) {
    AppArmorProfile wanted = wanted(pod, containerName, security);
    if (wanted == null) {
      return;
    }
    switch (text(wanted.getType())) {
      case "RuntimeDefault" -> say(out, ProfileType.RuntimeDefault, "", "runtime/default");
      case "Unconfined" -> say(out, ProfileType.Unconfined, "", "unconfined");
      case "Localhost" -> {
        String name = text(wanted.getLocalhostProfile());
        if (name.isEmpty()) {
          throw new UntranslatableException("missing localhost apparmor profile name");
        }
        say(out, ProfileType.Localhost, name, LOCALHOST + name);
      }
      default ->
          throw new UntranslatableException(
              "unknown apparmor profile type: \"%s\"".formatted(text(wanted.getType())));
    }
  }

  private static @Nullable AppArmorProfile wanted(
      Pod pod, String containerName, EffectiveSecurity security) {
    AppArmorProfile own = security.ofContainer().getAppArmorProfile();
    if (own != null) {
      return own;
    }
    String annotation = map(pod.getMetadata().getAnnotations()).get(ANNOTATION + containerName);
    AppArmorProfile annotated = annotation == null ? null : annotated(annotation);
    return annotated == null ? security.ofPod().getAppArmorProfile() : annotated;
  }

  /** Null for a value that means nothing. */
  private static @Nullable AppArmorProfile annotated(String value) {
    if (value.startsWith(LOCALHOST)) {
      return new AppArmorProfileBuilder()
          .withType("Localhost")
          .withLocalhostProfile(value.substring(LOCALHOST.length()))
          .build();
    }
    return switch (value) {
      case "runtime/default" -> new AppArmorProfileBuilder().withType("RuntimeDefault").build();
      case "unconfined" -> new AppArmorProfileBuilder().withType("Unconfined").build();
      default -> null;
    };
  }

  /** The deprecated field is what runtimes before CRI v1.27 read. */
  @SuppressWarnings("deprecation")
  private static void say(
      LinuxContainerSecurityContext.Builder out, ProfileType type, String name, String oldForm) {
    out.setApparmor(SecurityProfile.newBuilder().setProfileType(type).setLocalhostRef(name));
    out.setApparmorProfile(oldForm);
  }

  private AppArmorRules() {}
}
