package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.JsonRecyclerPools.NonRecyclingPool;
import org.junit.jupiter.api.Test;

class KubernetesJsonTest {
  @Test
  void threadsKeepNoBuffersOfWhatTheyRead() {
    assertThat(KubernetesJson.mapper().getFactory()._getRecyclerPool())
        .isInstanceOf(NonRecyclingPool.class);
    assertThat(KubernetesJson.mapper().copy().getFactory()._getRecyclerPool())
        .isInstanceOf(NonRecyclingPool.class);
  }
}
