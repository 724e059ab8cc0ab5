package dev.jubelet.pod.objects;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.util.List;

/**
 * Which token: tokens of the same key are alike.
 *
 * @param audiences empty for that of the API server
 */
public record TokenKey(
    PodKey pod, PodUid uid, String serviceAccount, List<String> audiences, long lifeSeconds) {
  public TokenKey {
    audiences = List.copyOf(audiences);
  }
}
