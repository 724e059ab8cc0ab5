package dev.jubelet.it.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.app.cluster.ClusterApi;
import dev.jubelet.pod.mirror.MirrorApi;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.report.PodApi;
import dev.jubelet.testing.apiserver.FakePods;
import io.fabric8.kubernetes.api.model.Pod;

/** The way of an agent to the pods of a server in memory. */
record FakeClusterApi(FakePods server) implements PodApi, MirrorApi {
  static ClusterApi of(FakePods server) {
    FakeClusterApi calls = new FakeClusterApi(server);
    return new ClusterApi(server, calls, calls);
  }

  @Override
  public Pod get(PodKey key) {
    return server.get(key.namespace(), key.name());
  }

  @Override
  public Pod patchStatus(PodKey key, ObjectNode patch) {
    return server.patchStatus(key.namespace(), key.name(), patch);
  }

  @Override
  public Pod create(Pod mirror) {
    return server.create(mirror);
  }

  @Override
  public void delete(PodKey key, PodUid uid) {
    server.delete(key.namespace(), key.name(), uid.value(), 0);
  }
}
