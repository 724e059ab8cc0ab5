package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.api.cri.PodSandboxStatusRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads all that the runtime has of one pod. What cannot have changed since an earlier reading (a
 * sandbox or container that is still in the same state) is taken over from it, so that a second
 * look costs two listings and one status for each thing that did change.
 *
 * <p>Thread: any; blocks in the runtime. Throws {@link CriException} when the runtime cannot be
 * asked; something that vanishes between two calls is simply not there.
 */
public final class RuntimeReader {
  private static final Comparator<ObservedContainer> NEWEST_FIRST =
      Comparator.comparing(ObservedContainer::createdAt).reversed();

  private final CriRuntime cri;
  private final Timers timers;
  private final TerminationMessages messages;
  private final RuntimeWatchListener listener;

  public RuntimeReader(CriRuntime cri, Timers timers, RuntimeWatchListener listener) {
    this.cri = cri;
    this.timers = timers;
    this.listener = listener;
    this.messages = new TerminationMessages();
  }

  /** Reads the pod; {@code earlier} is an earlier reading of the same pod, if there is one. */
  public ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier) {
    Instant readAt = timers.now();
    long begun = timers.nanoTime();
    Map<String, String> selector = Map.of(Annotations.POD_UID, uid.value());
    try {
      return new ObservedPod(
          uid, key, sandboxes(selector, earlier), containers(selector, earlier), readAt);
    } finally {
      listener.podRead(Duration.ofNanos(timers.nanoTime() - begun));
    }
  }

  /** Reads a pod of which the runtime has only this, without looking for more. */
  public ObservedPod readMade(PodUid uid, PodKey key, MadePod made) {
    Instant readAt = timers.now();
    long begun = timers.nanoTime();
    try {
      List<ObservedContainer> containers = new ArrayList<>();
      for (String id : made.containerIds()) {
        containerStatus(id, made.sandboxId()).ifPresent(containers::add);
      }
      containers.sort(NEWEST_FIRST);
      List<ObservedSandbox> sandbox =
          unlessGone(() -> readSandbox(made.sandboxId())).stream().toList();
      return new ObservedPod(uid, key, sandbox, containers, readAt);
    } finally {
      listener.podRead(Duration.ofNanos(timers.nanoTime() - begun));
    }
  }

  /** Reads one sandbox. */
  public ObservedSandbox readSandbox(String id) {
    return ObservedMapping.sandbox(
        cri.podSandboxStatus(PodSandboxStatusRequest.newBuilder().setPodSandboxId(id).build())
            .getStatus());
  }

  private List<ObservedSandbox> sandboxes(
      Map<String, String> selector, @Nullable ObservedPod earlier) {
    ListPodSandboxRequest request =
        ListPodSandboxRequest.newBuilder()
            .setFilter(PodSandboxFilter.newBuilder().putAllLabelSelector(selector))
            .build();
    List<ObservedSandbox> found = new ArrayList<>();
    for (PodSandbox sandbox : cri.listPodSandbox(request).getItemsList()) {
      sandbox(sandbox, earlier).ifPresent(found::add);
    }
    found.sort(Comparator.comparing(ObservedSandbox::createdAt).reversed());
    return found;
  }

  private Optional<ObservedSandbox> sandbox(PodSandbox listed, @Nullable ObservedPod earlier) {
    boolean ready = listed.getState() == PodSandboxState.SANDBOX_READY;
    if (earlier != null) {
      for (ObservedSandbox known : earlier.sandboxes()) {
        if (known.id().equals(listed.getId())
            && known.ready() == ready
            && (known.hostNetwork() || !known.ips().isEmpty() || !ready)) {
          return Optional.of(known);
        }
      }
    }
    return unlessGone(() -> readSandbox(listed.getId()));
  }

  private List<ObservedContainer> containers(
      Map<String, String> selector, @Nullable ObservedPod earlier) {
    ListContainersRequest request =
        ListContainersRequest.newBuilder()
            .setFilter(ContainerFilter.newBuilder().putAllLabelSelector(selector))
            .build();
    List<ObservedContainer> found = new ArrayList<>();
    for (Container container : cri.listContainers(request).getContainersList()) {
      container(container, earlier).ifPresent(found::add);
    }
    found.sort(NEWEST_FIRST);
    return found;
  }

  private Optional<ObservedContainer> container(Container listed, @Nullable ObservedPod earlier) {
    State state = ObservedMapping.state(listed.getState());
    if (earlier != null) {
      for (ObservedContainer known : earlier.containers()) {
        if (known.id().equals(listed.getId()) && known.state() == state) {
          return Optional.of(known);
        }
      }
    }
    return containerStatus(listed.getId(), listed.getPodSandboxId());
  }

  private Optional<ObservedContainer> containerStatus(String id, String sandboxId) {
    ContainerStatusRequest request = ContainerStatusRequest.newBuilder().setContainerId(id).build();
    return unlessGone(
        () -> {
          ContainerStatus status = cri.containerStatus(request).getStatus();
          return ObservedMapping.container(status, sandboxId, messages.messageOf(status));
        });
  }

  private static <T> Optional<T> unlessGone(Supplier<T> read) {
    try {
      return Optional.of(read.get());
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
