package dev.jubelet.benchmark.floor;

import dev.jubelet.api.cri.ContainerFilter;
import dev.jubelet.api.cri.ContainerStatusRequest;
import dev.jubelet.api.cri.ContainerStatusResponse;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandboxFilter;
import dev.jubelet.api.cri.PodSandboxStatusRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.node.Pauses;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.testing.cri.CriPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One pod made and ended by the calls that the agent makes, and nothing else.
 *
 * <p>Thread: one at a time. Owns: the pod in the runtime.
 */
public final class FloorPod {
  private static final Duration SOON = Duration.ofMillis(5);

  private final CriRuntime cri;
  private final Timers timers;
  private final PodTemplate.Copy copy;
  private final String image;
  private final List<Path> cgroups;
  private final Pauses pauses;
  private @Nullable CriPod pod;
  private @Nullable String container;

  /** How long each part of a start took. */
  public record Start(
      Duration firstReading,
      Duration sandbox,
      Duration address,
      Duration image,
      Duration container,
      Duration secondReading) {
    public Duration total() {
      return firstReading.plus(making()).plus(secondReading);
    }

    /** Without the readings before and behind. */
    public Duration making() {
      return sandbox.plus(address).plus(image).plus(container);
    }
  }

  /** How long each part of an end took. */
  public record End(Duration firstReading, Duration kill, Duration sandbox, Duration removal) {
    public Duration total() {
      return firstReading.plus(kill).plus(sandbox).plus(removal);
    }
  }

  FloorPod(CriRuntime cri, Timers timers, PodTemplate.Copy copy, String image, List<Path> cgroups) {
    this.cri = cri;
    this.timers = timers;
    this.copy = copy;
    this.image = image;
    this.cgroups = cgroups;
    this.pauses = new Pauses(timers);
  }

  public String containerId() {
    return Objects.requireNonNull(container, "not started");
  }

  private CriPod started() {
    return Objects.requireNonNull(pod, "not started");
  }

  /** What the agent calls from seeing a pod to knowing that it is ready. */
  public Start start() {
    Duration firstReading = timed(this::list);
    Duration sandbox = timed(() -> pod = new CriPod(cri, copy.sandbox()));
    Duration address = timed(this::readSandbox);
    Duration found = timed(this::findImage);
    Duration run = timed(() -> container = started().launch(copy.container()));
    Duration secondReading =
        timed(
            () -> {
              list();
              readSandbox();
              read();
            });
    return new Start(firstReading, sandbox, address, found, run, secondReading);
  }

  /** What the agent calls from the removal of the manifest to the last trace in the runtime. */
  public End end(long graceSeconds) {
    Duration firstReading = timed(this::list);
    Duration kill = timed(() -> started().stop(containerId(), graceSeconds));
    Duration sandbox = timed(() -> started().stop());
    Duration removal =
        timed(
            () -> {
              list();
              readSandbox();
              read();
              started().remove();
            });
    removeCgroups();
    return new End(firstReading, kill, sandbox, removal);
  }

  /** What the agent calls to find out that a container died. */
  public ContainerStatusResponse look() {
    list();
    return read();
  }

  private Duration timed(Runnable calls) {
    long begun = timers.nanoTime();
    calls.run();
    return Duration.ofNanos(timers.nanoTime() - begun);
  }

  private void list() {
    cri.listPodSandbox(
        ListPodSandboxRequest.newBuilder()
            .setFilter(
                PodSandboxFilter.newBuilder().putLabelSelector(PodTemplate.UID_LABEL, copy.uid()))
            .build());
    cri.listContainers(
        ListContainersRequest.newBuilder()
            .setFilter(
                ContainerFilter.newBuilder().putLabelSelector(PodTemplate.UID_LABEL, copy.uid()))
            .build());
  }

  private void readSandbox() {
    cri.podSandboxStatus(
        PodSandboxStatusRequest.newBuilder().setPodSandboxId(started().id()).build());
  }

  private void findImage() {
    cri.imageStatus(
        ImageStatusRequest.newBuilder().setImage(ImageSpec.newBuilder().setImage(image)).build());
  }

  private ContainerStatusResponse read() {
    return cri.containerStatus(
        ContainerStatusRequest.newBuilder().setContainerId(containerId()).build());
  }

  /** Not part of any figure. The kernel may need a moment. */
  private void removeCgroups() {
    for (Path cgroup : cgroups) {
      pauses.await(cgroup + " can be removed", SOON, () -> removed(cgroup));
    }
  }

  private static boolean removed(Path cgroup) {
    try {
      Files.deleteIfExists(cgroup);
      return true;
    } catch (FileSystemException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
