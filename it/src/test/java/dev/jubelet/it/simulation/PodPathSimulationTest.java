package dev.jubelet.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.jubelet.api.cri.Container;
import dev.jubelet.api.cri.ContainerState;
import dev.jubelet.api.cri.ListContainersRequest;
import dev.jubelet.api.cri.ListPodSandboxRequest;
import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.api.cri.PodSandboxState;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * A thousand static pods on a fake runtime while containers end, manifests come, go and change, and
 * the agent is killed: when all is quiet again, everything is as the manifests say. The seed is
 * printed; {@code -Djubelet.simulation.seed=} repeats it, as far as threads allow.
 */
@Timeout(120)
final class PodPathSimulationTest {
  private static final int PODS = 1000;
  private static final int ROUNDS = 3;
  private static final Duration LEAP = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final int MOST_LEAPS = 200;
  private static final String POD_UID = "io.kubernetes.pod.uid";
  private static final String POD_NAME = "io.kubernetes.pod.name";

  private final Logger log = (Logger) LoggerFactory.getLogger("dev.jubelet");
  private final long seed = Long.getLong("jubelet.simulation.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final LeapingTimers.Clock clock = new LeapingTimers.Clock();
  private final FakeCri fake = new FakeCri(new LeapingTimers(clock), FakeProfile.containerd2());
  private final Map<String, WantedPod> wanted = new LinkedHashMap<>();

  /** Pods of which an older version may still run. */
  private final Set<String> touched = new HashSet<>();

  private final Set<String> neverStarted = new HashSet<>();
  private final Path directory;
  private SimulatedAgent agent;
  private int numbers;

  PodPathSimulationTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @BeforeEach
  void start() throws IOException {
    System.out.println("seed of the simulation: " + seed);
    log.setLevel(Level.ERROR);
    fake.images().add(WantedPod.IMAGE);
    Files.createDirectories(manifests());
    for (int i = 0; i < PODS; i++) {
      write(WantedPod.number(numbers++));
    }
    agent = new SimulatedAgent(directory, fake, clock);
  }

  @AfterEach
  void end() {
    agent.kill();
    log.setLevel(null);
  }

  @Test
  void everythingEndsUpAsTheManifestsSay() throws IOException {
    settle("at the start");
    for (int round = 1; round <= ROUNDS; round++) {
      disturb();
      if (round % 2 == 0) {
        agent.kill();
        noteLostStarts();
        disturb();
        agent = new SimulatedAgent(directory, fake, clock);
      }
      settle("in round " + round);
      fake.script().forget();
    }
  }

  /** Some containers end, some manifests change, some go, some come. */
  private void disturb() throws IOException {
    List<WantedPod> pods = new ArrayList<>(wanted.values());
    Collections.shuffle(pods, random);
    for (WantedPod pod : pods.subList(0, 20)) {
      write(pod.changed());
      touched.add(pod.fullName());
    }
    for (WantedPod pod : pods.subList(20, 40)) {
      Files.delete(manifests().resolve(pod.file()));
      wanted.remove(pod.fullName());
    }
    for (int i = 0; i < 20; i++) {
      WantedPod pod = WantedPod.number(numbers++);
      write(pod);
      touched.add(pod.fullName());
    }
    exits();
  }

  private void exits() {
    List<Container> running = new ArrayList<>(running());
    running.removeIf(c -> touched.contains(name(c)) || !wanted.containsKey(name(c)));
    Collections.shuffle(running, random);
    for (Container container : running.subList(0, 60)) {
      int code = random.nextInt(3);
      WantedPod pod = wanted.get(name(container));
      if (pod != null) {
        pod.exited(container.getMetadata().getName(), code);
        fake.exit(container.getId(), code);
      }
    }
  }

  /** A container that was never started may stay as its successor's past. */
  private void noteLostStarts() {
    for (Container container : containers()) {
      WantedPod pod = wanted.get(name(container));
      if (pod != null
          && container.getState() == ContainerState.CONTAINER_CREATED
          && neverStarted.add(container.getId())) {
        pod.startWasLost(container.getMetadata().getName());
      }
    }
  }

  private static String name(Container container) {
    return container.getLabelsOrThrow(POD_NAME);
  }

  /** Lets the agent work, and time leap when that is not enough, until all is as it should be. */
  private void settle(String when) {
    List<String> open = List.of();
    int leaps = 0;
    while (leaps < MOST_LEAPS) {
      assertNothingTwice(when);
      int before = open.size();
      open = open();
      if (open.isEmpty() && remains().isEmpty()) {
        touched.clear();
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      if (open.size() == before) {
        clock.leap(LEAP);
        leaps++;
      }
      agent.fire();
    }
    assertThat(open).as("pods that are not as they should be " + when).isEmpty();
    assertThat(remains()).as("remains of pods that are not wanted " + when).isEmpty();
  }

  private List<String> open() {
    Map<String, Pod> told =
        agent.pods().collect(Collectors.toMap(p -> p.getMetadata().getName(), p -> p, (a, b) -> b));
    List<String> open = new ArrayList<>();
    for (WantedPod pod : wanted.values()) {
      Pod found = told.get(pod.fullName());
      if (found == null || !pod.matches(found)) {
        open.add(pod + ", told: " + (found == null ? "nothing" : found.getStatus()));
      }
    }
    return open;
  }

  /** What the runtime and the disk have of pods that no manifest asks for. */
  private Set<String> remains() {
    Set<String> uids =
        agent.pods().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
    Set<String> found = new HashSet<>();
    sandboxes().forEach(sandbox -> found.add(sandbox.getLabelsOrThrow(POD_UID)));
    containers().forEach(container -> found.add(container.getLabelsOrThrow(POD_UID)));
    String[] directories = directory.resolve("root/pods").toFile().list();
    found.addAll(directories == null ? List.of() : List.of(directories));
    found.removeAll(uids);
    if (uids.size() != wanted.size()) {
      found.add("the agent wants " + uids.size() + " pods and not " + wanted.size());
    }
    return found;
  }

  private void assertNothingTwice(String when) {
    assertThat(doubles(running(), c -> c.getLabelsOrThrow(POD_UID) + c.getMetadata().getName()))
        .as("containers that run twice " + when)
        .isEmpty();
    List<PodSandbox> ready =
        sandboxes().stream().filter(s -> s.getState() == PodSandboxState.SANDBOX_READY).toList();
    assertThat(doubles(ready, sandbox -> sandbox.getLabelsOrThrow(POD_UID)))
        .as("pods with two ready sandboxes " + when)
        .isEmpty();
  }

  private static <T> List<String> doubles(List<T> things, Function<T, String> key) {
    return things.stream()
        .collect(Collectors.groupingBy(key, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  private List<Container> running() {
    return containers().stream()
        .filter(container -> container.getState() == ContainerState.CONTAINER_RUNNING)
        .toList();
  }

  private List<Container> containers() {
    return fake.listContainers(ListContainersRequest.getDefaultInstance()).getContainersList();
  }

  private List<PodSandbox> sandboxes() {
    return fake.listPodSandbox(ListPodSandboxRequest.getDefaultInstance()).getItemsList();
  }

  private Path manifests() {
    return directory.resolve("manifests");
  }

  /** Written elsewhere and moved, so that it is whole when it is seen. */
  private void write(WantedPod pod) throws IOException {
    Path hidden = Files.writeString(directory.resolve(pod.file()), pod.manifest());
    Files.move(hidden, manifests().resolve(pod.file()), StandardCopyOption.ATOMIC_MOVE);
    wanted.put(pod.fullName(), pod);
  }
}
