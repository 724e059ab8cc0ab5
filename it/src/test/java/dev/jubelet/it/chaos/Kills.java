package dev.jubelet.it.chaos;

import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.testing.lab.LabException;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.NodeRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Ends containers and sandboxes behind the kubelet's back, through containerd or past it.
 *
 * <p>Thread: the test's.
 */
final class Kills {
  private static final String POD_UID = "io.kubernetes.pod.uid";

  private final Random random;
  private final PrivateContainerd containerd;
  private final NodeRuntime runtime;

  /** Whom it hit; {@code how} also tells when it had ended by itself. */
  record Killed(String podUid, String name, String how) {}

  Kills(Random random, PrivateContainerd containerd, NodeRuntime runtime) {
    this.random = random;
    this.containerd = containerd;
    this.runtime = runtime;
  }

  /** A running container of one of these pods. */
  Optional<Killed> container(Collection<String> pods) {
    return any(pods.stream().flatMap(pod -> runtime.running(pod).stream()).toList())
        .map(this::kill);
  }

  /** A ready sandbox of one of these pods. */
  Optional<Killed> sandbox(Collection<String> pods) {
    return any(pods.stream().flatMap(pod -> runtime.readySandboxes(pod).stream()).toList())
        .map(this::kill);
  }

  private Killed kill(Container victim) {
    String how =
        switch (random.nextInt(4)) {
          case 0 -> signal(victim.getId(), "SIGTERM");
          case 1 -> signal(victim.getId(), "SIGKILL");
          default -> killProcess(victim.getId());
        };
    return new Killed(victim.getLabelsOrDefault(POD_UID, "?"), victim.getMetadata().getName(), how);
  }

  private Killed kill(PodSandbox victim) {
    String how = signal(victim.getId(), "SIGKILL");
    return new Killed(victim.getLabelsOrDefault(POD_UID, "?"), victim.getMetadata().getName(), how);
  }

  private String signal(String id, String signal) {
    try {
      runtime.kill(id, signal);
      return signal;
    } catch (LabException e) {
      return "too late: " + e;
    }
  }

  /** Ends its first process from outside, as the kernel's OOM killer does. */
  private String killProcess(String container) {
    containerd
        .ctr("tasks", "list")
        .lines()
        .filter(line -> line.startsWith(container))
        .map(line -> Long.parseLong(line.split("\\s+", -1)[1]))
        .filter(pid -> pid > 1 && isInLab(pid))
        .forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    return "by its process";
  }

  private boolean isInLab(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cgroup"))
          .contains(containerd.cgroup() + "/");
    } catch (IOException e) {
      return false; // it has ended by itself
    }
  }

  private <T> Optional<T> any(List<T> choices) {
    return choices.isEmpty()
        ? Optional.empty()
        : Optional.of(choices.get(random.nextInt(choices.size())));
  }
}
