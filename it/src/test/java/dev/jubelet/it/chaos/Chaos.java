package dev.jubelet.it.chaos;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.NodeRuntime;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Does random harm to a node, and knows which pods are wanted there.
 *
 * <p>Thread: the test's. Owns: the manifests.
 */
final class Chaos {
  private static final int MOST_PODS = 7;

  private final Random random;
  private final TestNode node;
  private final NodeRuntime runtime;
  private final Sampler sampler;
  private final PrivateContainerd containerd;
  private final PodGenerator generator;
  private final Kills kills;
  private final Map<String, ChaosPod> wanted = new LinkedHashMap<>();
  private final List<String> history = new ArrayList<>();

  Chaos(Random random, TestNode node, NodeRuntime runtime, Sampler sampler) {
    this.random = random;
    this.node = node;
    this.runtime = runtime;
    this.sampler = sampler;
    this.containerd = node.containerd();
    this.generator = new PodGenerator(random, containerd);
    this.kills = new Kills(random, containerd, runtime);
  }

  /** Everything that was done, for a failure's message. */
  String history() {
    return String.join("\n", history);
  }

  int steps() {
    return history.size();
  }

  void step() {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> add();
      case 3, 4, 5 -> killContainer();
      case 6 -> killSandbox();
      case 7, 8 -> edit();
      case 9 -> remove();
      case 10 -> replace();
      case 11 -> rebirth();
      case 12 -> crashAgent();
      case 13 -> restartAgent();
      default -> pause();
    }
  }

  private void note(String what, Object of) {
    history.add(what + " " + of);
  }

  private void add() {
    if (wanted.size() >= MOST_PODS) {
      remove();
    }
    ChaosPod pod = generator.pod();
    note("add", pod);
    apply(pod);
  }

  private void apply(ChaosPod pod) {
    wanted.put(pod.name(), pod);
    node.apply(pod.name() + ".yaml", pod.manifest());
  }

  private void remove() {
    anyPod()
        .ifPresent(
            pod -> {
              note("remove", pod.name());
              wanted.remove(pod.name());
              node.remove(pod.name());
            });
  }

  private void edit() {
    anyPod()
        .ifPresent(
            pod -> {
              String other =
                  pod.image().equals(containerd.image())
                      ? containerd.nextImage()
                      : containerd.image();
              note("edit", pod.name());
              apply(pod.edited(other));
            });
  }

  private void replace() {
    anyPod()
        .ifPresent(
            pod -> {
              note("replace", pod.name());
              apply(pod.replaced(generator.uid()));
            });
  }

  /** The file goes and comes again before, while or after the pod ends. */
  private void rebirth() {
    anyPod()
        .ifPresent(
            pod -> {
              int samples = random.nextInt(10);
              note("rebirth after samples " + samples, pod.name());
              sampler.invariants().reborn(pod.uid());
              node.remove(pod.name());
              sampler.pause(samples);
              pod.hit();
              apply(pod);
            });
  }

  private void killContainer() {
    kills.container(wanted.keySet()).ifPresent(killed -> hit("kill container", killed));
  }

  private void killSandbox() {
    kills.sandbox(wanted.keySet()).ifPresent(killed -> hit("kill sandbox", killed));
  }

  private void hit(String what, Kills.Killed killed) {
    note(what, killed);
    wanted.values().stream()
        .filter(pod -> pod.uid().equals(killed.podUid()))
        .forEach(ChaosPod::hit);
  }

  private void crashAgent() {
    note("kill -9", "agent");
    node.killKubelet();
    for (int i = random.nextInt(3); i > 0; i--) {
      whileTheAgentIsDown();
    }
    node.startKubelet();
  }

  private void whileTheAgentIsDown() {
    switch (random.nextInt(5)) {
      case 0 -> add();
      case 1 -> remove();
      case 2 -> edit();
      case 3 -> replace();
      default -> killContainer();
    }
  }

  private void restartAgent() {
    note("restart", "agent");
    node.stopKubelet();
    node.startKubelet();
  }

  private void pause() {
    int samples = 1 + random.nextInt(20);
    note("pause for samples", samples);
    sampler.pause(samples);
  }

  private Optional<ChaosPod> anyPod() {
    List<ChaosPod> pods = List.copyOf(wanted.values());
    return pods.isEmpty() ? Optional.empty() : Optional.of(pods.get(random.nextInt(pods.size())));
  }

  /**
   * Waits until each wanted pod is what its manifest and its history say, and no other is there.
   */
  void settle() {
    note("settle", wanted.size());
    for (ChaosPod pod : wanted.values()) {
      node.await(pod.name(), "is as wanted: " + pod, pod::isSettled);
    }
    node.await("only wanted pods are there", this::onlyWantedAreThere);
  }

  private boolean onlyWantedAreThere() {
    List<String> uids = wanted.values().stream().map(ChaosPod::uid).toList();
    return node.pods().stream().map(Pod::getMetadata).allMatch(m -> uids.contains(m.getUid()))
        && runtime.sandboxes().stream().allMatch(s -> uids.contains(s.getMetadata().getUid()));
  }

  void removeAll() {
    note("remove", "all");
    List.copyOf(wanted.keySet()).forEach(node::remove);
    wanted.clear();
  }
}
