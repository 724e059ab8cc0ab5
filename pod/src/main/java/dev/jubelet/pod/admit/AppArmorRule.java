package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.AppArmorProfile;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pod that asks to be confined is refused where nothing would confine it. One that runs already
 * was looked at when it came.
 */
final class AppArmorRule implements AdmissionRule {
  private static final String OLD_ANNOTATION = "container.apparmor.security.beta.kubernetes.io/";

  @Override
  public Admission check(Candidate candidate) {
    return !candidate.node().abilities().appArmor()
            && isPending(candidate.pod())
            && asksForConfinement(candidate.pod())
        ? new Admission.Rejected(
            "AppArmor", "Cannot enforce AppArmor: AppArmor is not enabled on the host")
        : Admission.ADMITTED;
  }

  private static boolean isPending(Pod pod) {
    return pod.getStatus() == null
        || pod.getStatus().getPhase() == null
        || Phases.PENDING.equals(pod.getStatus().getPhase());
  }

  private static boolean asksForConfinement(Pod pod) {
    return confines(podProfile(pod))
        || Containers.all(pod).stream().anyMatch(c -> confines(profile(c)))
        || annotations(pod).entrySet().stream()
            .anyMatch(
                e -> e.getKey().startsWith(OLD_ANNOTATION) && !e.getValue().equals("unconfined"));
  }

  private static boolean confines(@Nullable AppArmorProfile profile) {
    return profile != null && !"Unconfined".equals(profile.getType());
  }

  private static @Nullable AppArmorProfile podProfile(Pod pod) {
    return pod.getSpec().getSecurityContext() == null
        ? null
        : pod.getSpec().getSecurityContext().getAppArmorProfile();
  }

  private static @Nullable AppArmorProfile profile(Container container) {
    return container.getSecurityContext() == null
        ? null
        : container.getSecurityContext().getAppArmorProfile();
  }

  private static Map<String, String> annotations(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }
}
