package dev.jubelet.benchmark.figure;

import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.ContainerEventType;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.benchmark.floor.FloorPod;
import dev.jubelet.benchmark.node.BenchException;
import dev.jubelet.benchmark.node.BenchNode;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriRuntime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The shortest way to learn from the runtime that a container died.
 *
 * <p>Thread: one. Owns: its subscription.
 */
sealed interface DeathWatch extends AutoCloseable {

  /** Waits for the death, then reads the pod as the agent does. */
  void await(FloorPod pod);

  @Override
  void close();

  static DeathWatch of(CriRuntime cri, boolean events, BenchNode node) {
    return events ? new ByEvents(cri.containerEvents()) : new ByAsking(node);
  }

  /** The runtime tells. */
  record ByEvents(CriEvents events) implements DeathWatch {
    @Override
    public void await(FloorPod pod) {
      for (@Nullable ContainerEventResponse event = events.next();
          event != null;
          event = events.next()) {
        if (event.getContainerId().equals(pod.containerId())
            && event.getContainerEventType() == ContainerEventType.CONTAINER_STOPPED_EVENT) {
          pod.look();
          return;
        }
      }
      throw new BenchException("the runtime ended its events");
    }

    @Override
    public void close() {
      events.close();
    }
  }

  /** The runtime is asked all the time. */
  record ByAsking(BenchNode node) implements DeathWatch {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    @Override
    public void await(FloorPod pod) {
      node.pauses()
          .await(
              "the death of " + pod.containerId(),
              LOOK_AGAIN,
              () -> pod.look().getStatus().getState() == ContainerState.CONTAINER_EXITED);
    }

    @Override
    public void close() {}
  }
}
