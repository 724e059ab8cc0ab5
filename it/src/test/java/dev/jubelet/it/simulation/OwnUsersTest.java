package dev.jubelet.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.CreateContainerRequest;
import dev.jubelet.api.cri.IDMapping;
import dev.jubelet.api.cri.NamespaceMode;
import dev.jubelet.api.cri.RunPodSandboxRequest;
import dev.jubelet.api.cri.UserNamespace;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pods with users of their own on a runtime that can do it, which not every machine's can: what the
 * runtime is told, over a restart of the agent, until the pod is gone.
 */
@Timeout(60)
final class OwnUsersTest {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final long SLICE = 65536;

  private final LeapingTimers.Clock clock = new LeapingTimers.Clock();
  private final FakeCri fake = new FakeCri(new LeapingTimers(clock), FakeProfile.containerd2());

  @TempDir Path directory;
  private SimulatedAgent agent;

  @BeforeEach
  void start() throws IOException {
    fake.images().add(WantedPod.IMAGE);
    agent = new SimulatedAgent(directory, fake, clock);
  }

  @AfterEach
  void end() {
    agent.kill();
  }

  @Test
  void everyPodIsMappedToIdsThatNoOtherHas() throws IOException {
    apply("one", "hostUsers: false");
    await(() -> created("one") == 1);
    assertThat(usersOf("one")).isEqualTo(mapped(1));
    assertThat(mountsOf("one")).isNotEmpty().allMatch(mapping -> mapping.equals(slice(1)));

    agent.kill();
    agent = new SimulatedAgent(directory, fake, clock);
    apply("two", "hostUsers: false");
    apply("host", "hostUsers: true");
    await(() -> created("two") == 1 && created("host") == 1);
    assertThat(usersOf("two")).isEqualTo(mapped(2));
    assertThat(usersOf("host").getMode()).isEqualTo(NamespaceMode.NODE);
    assertThat(mountsOf("host")).isEmpty();

    Files.delete(directory.resolve("manifests/one.yaml"));
    await(() -> agent.pods().count() == 2 && podDirectories() == 2);
    apply("three", "hostUsers: false");
    await(() -> created("three") == 1);
    assertThat(usersOf("three")).isEqualTo(mapped(1));
  }

  private void apply(String name, String field) throws IOException {
    Path hidden =
        Files.writeString(
            directory.resolve(name),
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec:
              %s
              containers: [{name: main, image: %s, imagePullPolicy: IfNotPresent}]
            """
                .formatted(name, field, WantedPod.IMAGE));
    Files.move(
        hidden,
        directory.resolve("manifests").resolve(name + ".yaml"),
        StandardCopyOption.ATOMIC_MOVE);
  }

  private UserNamespace usersOf(String name) {
    return fake.script().requests(RunPodSandboxRequest.class).stream()
        .map(RunPodSandboxRequest::getConfig)
        .filter(config -> config.getMetadata().getName().startsWith(name + "-"))
        .map(
            config ->
                config.getLinux().getSecurityContext().getNamespaceOptions().getUsernsOptions())
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private List<CreateContainerRequest> containersOf(String name) {
    return fake.script().requests(CreateContainerRequest.class).stream()
        .filter(r -> r.getSandboxConfig().getMetadata().getName().startsWith(name + "-"))
        .toList();
  }

  private long created(String name) {
    return containersOf(name).size();
  }

  private List<IDMapping> mountsOf(String name) {
    return containersOf(name).stream()
        .flatMap(request -> request.getConfig().getMountsList().stream())
        .flatMap(mount -> mount.getUidMappingsList().stream())
        .toList();
  }

  private static UserNamespace mapped(int number) {
    return UserNamespace.newBuilder()
        .setMode(NamespaceMode.POD)
        .addUids(slice(number))
        .addGids(slice(number))
        .build();
  }

  private static IDMapping slice(int number) {
    return IDMapping.newBuilder().setHostId((int) (number * SLICE)).setLength((int) SLICE).build();
  }

  private long podDirectories() {
    String[] names = directory.resolve("root/pods").toFile().list();
    return names == null ? 0 : names.length;
  }

  private void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      agent.fire();
      clock.leap(PAUSE);
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }
}
