package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ContainerConfig;
import dev.jubelet.api.cri.ContainerEventResponse;
import dev.jubelet.api.cri.GetEventsRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriEvents;
import dev.jubelet.edge.cri.CriRuntime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A container runtime in memory: keeps the contract of the CRI without running anything. Fast
 * enough to hold thousands of pods in one process; {@link CriServer} puts it on a socket. What it
 * does beyond the contract is up to the test, through {@link #script}, {@link #images}, {@link
 * #health}, {@link #events} and {@link #programs}.
 *
 * <p>Thread: any; time is that of the given timers. Owns: the fake node.
 */
public final class FakeCri
    implements CriRuntime,
        FakeRuntimeCalls,
        FakeSandboxCalls,
        FakeContainerCalls,
        FakeImageCalls,
        FakeStatsCalls {
  private final FakeParts parts;

  public FakeCri(Timers timers, FakeProfile profile) {
    this.parts = FakeParts.of(timers, profile);
  }

  @Override
  public FakeParts parts() {
    return parts;
  }

  /** What was called, and failures to come. */
  public CallScript script() {
    return parts.script();
  }

  public FakeImages images() {
    return parts.images();
  }

  public FakeHealth health() {
    return parts.health();
  }

  public FakeEvents events() {
    return parts.events();
  }

  /** What commands print and where streams are served. */
  public FakeStreams streams() {
    return parts.streams();
  }

  /** Decides what each container created from now on does; without it, it runs until stopped. */
  public void programs(Function<ContainerConfig, FakeProgram> programs) {
    parts.node().programs(programs);
  }

  /** Lets a running container end by itself. */
  public void exit(String containerId, int code) {
    parts.node().exit(containerId, code);
  }

  /** Lets the kernel kill a running container for its memory. */
  public void killForMemory(String containerId) {
    parts.node().exit(containerId, 137, "OOMKilled");
  }

  /** Lets a sandbox die under its pod, containers and all. */
  public void killSandbox(String sandboxId) {
    parts.node().stopSandbox(sandboxId);
  }

  @Override
  public CriEvents containerEvents() {
    script().enter("GetContainerEvents", GetEventsRequest.getDefaultInstance());
    return parts.profile().events() ? events().subscribe() : new NoEvents();
  }

  /** The stream of a runtime that has none. */
  private static final class NoEvents implements CriEvents {
    @Override
    public @Nullable ContainerEventResponse next() {
      FakeParts.implemented("GetContainerEvents", false);
      return null;
    }

    @Override
    public void close() {}
  }
}
