package dev.jubelet.pod.objects;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.util.List;

/**
 * Which token: tokens of the same key are alike.
 *
 * @param audiences empty for that of the API server
 * @param lifeSeconds 0 for what the API server finds right
 * @param accountUid of the service account that must be meant; empty for whichever has the name
 */
public record TokenKey(
    PodKey pod,
    PodUid uid,
    String serviceAccount,
    List<String> audiences,
    long lifeSeconds,
    String accountUid) {
  public TokenKey {
    audiences = List.copyOf(audiences);
  }

  /** A token of whichever service account has the name. */
  public TokenKey(
      PodKey pod, PodUid uid, String serviceAccount, List<String> audiences, long lifeSeconds) {
    this(pod, uid, serviceAccount, audiences, lifeSeconds, "");
  }
}
