package dev.jubelet.benchmark.node;

import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.testing.node.TestNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What may be left of a pod: directories, cgroups, and things of the runtime. */
public final class Remains {
  private static final String UID_LABEL = "io.kubernetes.pod.uid";

  private final CriRuntime cri;
  private final String uid;
  private final List<Path> paths;

  private Remains(CriRuntime cri, String uid, List<Path> paths) {
    this.cri = cri;
    this.uid = uid;
    this.paths = List.copyOf(paths);
  }

  /** Of a pod of that name and UID, with its cgroups in these places. */
  public static Remains of(BenchNode node, String name, String uid, List<Path> cgroups) {
    TestNode places = node.node();
    List<Path> paths = new java.util.ArrayList<>(cgroups);
    paths.add(places.root().resolve("pods").resolve(uid));
    paths.add(places.podLogs().resolve("default_" + TestNode.podName(name) + "_" + uid));
    return new Remains(node.cri(), uid, paths);
  }

  /** Asks the kernel first, which costs little, and the runtime only when it knows nothing. */
  public boolean nothing() {
    return paths.stream().noneMatch(Files::exists) && !known();
  }

  private boolean known() {
    ListPodSandboxRequest sandboxes =
        ListPodSandboxRequest.newBuilder()
            .setFilter(PodSandboxFilter.newBuilder().putLabelSelector(UID_LABEL, uid))
            .build();
    ListContainersRequest containers =
        ListContainersRequest.newBuilder()
            .setFilter(ContainerFilter.newBuilder().putLabelSelector(UID_LABEL, uid))
            .build();
    return cri.listPodSandbox(sandboxes).getItemsCount() > 0
        || cri.listContainers(containers).getContainersCount() > 0;
  }
}
