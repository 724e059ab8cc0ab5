package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Whether a pod may run here. */
public sealed interface Admission {

  record Admitted() implements Admission {}

  /** May not; the reason is the wire word that ends up in the pod's status. */
  record Rejected(String reason, String message) implements Admission {}

  /**
   * May, once these pods, which matter less, have been ended to make room for it.
   *
   * @param shortOf the resource of which there is too little
   */
  record AfterPreemption(List<Pod> victims, String shortOf) implements Admission {
    public AfterPreemption {
      victims = List.copyOf(victims);
    }
  }

  /**
   * Cannot be said before the Node object has been read again: what is known of it speaks against
   * the pod, but may be old.
   */
  record AfterNodeRead(Rejected otherwise) implements Admission {}

  Admission ADMITTED = new Admitted();
}
