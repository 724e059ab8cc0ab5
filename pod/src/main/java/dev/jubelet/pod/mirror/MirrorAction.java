package dev.jubelet.pod.mirror;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;

/** Something to do about the mirror pods in the API. */
sealed interface MirrorAction {
  PodKey key();

  record Delete(PodKey key, PodUid uid) implements MirrorAction {}

  record Create(Pod mirror) implements MirrorAction {
    @Override
    public PodKey key() {
      return PodKey.of(mirror);
    }
  }
}
