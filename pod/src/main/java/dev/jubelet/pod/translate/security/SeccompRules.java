package dev.jubelet.pod.translate.security;

import static dev.jubelet.pod.translate.spec.SpecValues.text;

import dev.jubelet.api.cri.SecurityProfile;
import dev.jubelet.api.cri.SecurityProfile.ProfileType;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.SeccompProfile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Which system calls a container may make: its own profile, its pod's, or the node's default.
 * Thread: any.
 */
final class SeccompRules {

  static SecurityProfile profile(EffectiveSecurity security, SecuritySettings settings) {
    SeccompProfile own = security.ofContainer().getSeccompProfile();
    SeccompProfile wanted = own == null ? security.ofPod().getSeccompProfile() : own;
    return wanted == null ? of(nodeDefault(settings)) : named(wanted, settings);
  }

  static SecurityProfile runtimeDefault() {
    return of(ProfileType.RuntimeDefault);
  }

  private static SecurityProfile named(SeccompProfile wanted, SecuritySettings settings) {
    return switch (text(wanted.getType())) {
      case "RuntimeDefault" -> runtimeDefault();
      case "Localhost" -> localhost(wanted.getLocalhostProfile(), settings);
      case "Unconfined" -> of(ProfileType.Unconfined);
      default ->
          throw new UntranslatableException(
              "unknown seccomp profile type: \"%s\"".formatted(text(wanted.getType())));
    };
  }

  private static SecurityProfile localhost(@Nullable String file, SecuritySettings settings) {
    if (text(file).isEmpty()) {
      throw new UntranslatableException(
          "localhostProfile must be set if seccompProfile type is Localhost.");
    }
    Path profile = Path.of(settings.seccompProfiles().toString(), text(file)).normalize();
    if (!profile.startsWith(settings.seccompProfiles().normalize())) {
      throw new UntranslatableException(
          "localhostProfile \"%s\" must be a file below %s"
              .formatted(text(file), settings.seccompProfiles()));
    }
    return of(ProfileType.Localhost).toBuilder().setLocalhostRef(profile.toString()).build();
  }

  private static ProfileType nodeDefault(SecuritySettings settings) {
    return settings.seccompDefault() ? ProfileType.RuntimeDefault : ProfileType.Unconfined;
  }

  private static SecurityProfile of(ProfileType type) {
    return SecurityProfile.newBuilder().setProfileType(type).build();
  }

  private SeccompRules() {}
}
