package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.pleg.RuntimeView.Item;
import dev.jubelet.pod.pleg.RuntimeView.Seen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists everything the runtime has and compares it with what was seen before.
 *
 * <p>Thread: the relist thread; blocks in the runtime.
 */
final class Relister {
  private final CriRuntime cri;
  private final Timers timers;
  private final RuntimeView view;

  Relister(CriRuntime cri, Timers timers, RuntimeView view) {
    this.cri = cri;
    this.timers = timers;
    this.view = view;
  }

  List<RuntimeChange> relist(boolean expectEvents) {
    Instant begun = timers.now();
    List<Item> items = new ArrayList<>();
    for (PodSandbox sandbox :
        cri.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList()) {
      Seen state =
          sandbox.getState() == PodSandboxState.SANDBOX_READY ? Seen.RUNNING : Seen.STOPPED;
      item(sandbox.getId(), sandbox.getLabelsMap(), state).ifPresent(items::add);
    }
    for (Container container :
        cri.listContainers(ListContainersRequest.getDefaultInstance()).getContainersList()) {
      item(container.getId(), container.getLabelsMap(), seen(container.getState()))
          .ifPresent(items::add);
    }
    return view.listing(items, begun, expectEvents);
  }

  /** Empty for what is not a pod's: something else uses the same runtime. */
  private static Optional<Item> item(String id, Map<String, String> labels, Seen state) {
    String uid = labels.get(Annotations.POD_UID);
    String namespace = labels.get(Annotations.POD_NAMESPACE);
    String name = labels.get(Annotations.POD_NAME);
    if (uid == null || namespace == null || name == null) {
      return Optional.empty();
    }
    return Optional.of(new Item(id, new PodUid(uid), new PodKey(namespace, name), state));
  }

  private static Seen seen(ContainerState state) {
    return switch (state) {
      case CONTAINER_CREATED -> Seen.CREATED;
      case CONTAINER_RUNNING -> Seen.RUNNING;
      case CONTAINER_EXITED, CONTAINER_UNKNOWN, UNRECOGNIZED -> Seen.STOPPED;
    };
  }
}
