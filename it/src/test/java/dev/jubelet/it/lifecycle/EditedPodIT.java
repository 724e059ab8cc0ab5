package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What becomes of a pod whose manifest is edited, saved again, or removed and put back. A manifest
 * with a UID of its own stays the same pod when it is edited.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("6.6")
final class EditedPodIT extends LifecycleSuite {
  EditedPodIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void anotherImageRestartsJustThatContainer() {
    node.apply(
        Manifests.pod("duo").uid("duo-uid").running("a", image()).running("b", image()), "duo");
    Pod before = node.awaitReady("duo");
    String sandbox = runtime.readySandboxes("duo").getFirst().getId();
    node.apply(
        Manifests.pod("duo")
            .uid("duo-uid")
            .running("a", containerd.nextImage())
            .running("b", image()),
        "duo");
    Pod after =
        node.await(
            "duo",
            "has the new image",
            pod -> TestNode.isReady(pod) && status(pod, "a").getRestartCount() == 1);
    assertThat(status(after, "a").getImage()).endsWith(containerd.nextImage());
    assertThat(status(after, "b")).isEqualTo(status(before, "b"));
    assertThat(runtime.readySandboxes("duo").getFirst().getId()).isEqualTo(sandbox);
    assertThat(events("duo", "Killing"))
        .singleElement()
        .asString()
        .contains("Container a definition changed, will be restarted");
  }

  @Test
  void anEditThatLeavesTheImageRestartsNothing() {
    node.apply(Manifests.pod("calm").uid("calm-uid").running("a", image()), "calm");
    Pod before = node.awaitReady("calm");
    node.apply(
        Manifests.pod("calm")
            .uid("calm-uid")
            .running("a", image())
            .with("env: [{name: NEW, value: x}]"),
        "calm");
    Pod after =
        node.await(
            "calm",
            "is edited",
            pod -> !pod.getSpec().getContainers().getFirst().getEnv().isEmpty());
    assertThat(status(after, "a")).isEqualTo(status(before, "a"));
    runtime.kill(runtime.running("calm", "a").getId());
    awaitStatus("calm", "a", "runs again", s -> s.getRestartCount() == 1 && s.getReady());
    assertThat(events("calm", "MissingClusterDNS")).hasSize(1);
  }

  /** As people do to start a component of the control plane again. */
  @ParameterizedTest
  @EnumSource
  @Rule({"4.4", "17.2"})
  void aManifestThatIsRemovedAndPutBackAtOnceStartsItsContainersAgain(Way way) throws IOException {
    String name = "back-" + way.name().toLowerCase(Locale.ROOT);
    node.apply(Manifests.pod(name).running("a", image()), name);
    Pod before = node.awaitReady(name);
    way.removeAndPutBack(node.manifests().resolve(name + ".yaml"), node.directory());
    Pod after =
        node.await(
            name,
            "runs again",
            pod -> TestNode.isReady(pod) && status(pod, "a").getRestartCount() == 1);
    assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
    assertThat(status(after, "a").getContainerID())
        .isNotEqualTo(status(before, "a").getContainerID());
    assertThat(runtime.containers(name))
        .singleElement()
        .satisfies(c -> assertThat(c.getMetadata().getAttempt()).isEqualTo(1));
    assertThat(events(name, "Killing")).hasSize(1);
  }

  enum Way {
    DELETED {
      @Override
      void removeAndPutBack(Path file, Path elsewhere) throws IOException {
        String manifest = Files.readString(file);
        Files.delete(file);
        Files.writeString(file, manifest);
      }
    },
    MOVED {
      @Override
      void removeAndPutBack(Path file, Path elsewhere) throws IOException {
        Path away = elsewhere.resolve(file.getFileName());
        Files.move(file, away, StandardCopyOption.ATOMIC_MOVE);
        Files.move(away, file, StandardCopyOption.ATOMIC_MOVE);
      }
    };

    abstract void removeAndPutBack(Path file, Path elsewhere) throws IOException;
  }

  @Test
  void aPodThatHasEndedRunsAgainWhenItsManifestIsPutBack(@TempDir Path shared) throws IOException {
    node.apply(
        Manifests.pod("once")
            .restartPolicy("Never")
            .spec("  volumes: [{name: shared, hostPath: {path: " + shared + "}}]")
            .container("a", image(), "echo ran >> /shared/runs")
            .with("volumeMounts: [{name: shared, mountPath: /shared}]"),
        "once");
    node.awaitPhase("once", "Succeeded");
    Way.DELETED.removeAndPutBack(node.manifests().resolve("once.yaml"), node.directory());
    node.await("it ran twice", () -> lines(shared.resolve("runs")) == 2);
    node.awaitPhase("once", "Succeeded");
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Rule("17.2")
  void anEditorThatSavesTheSameTextRestartsNothing() throws IOException {
    node.apply(Manifests.pod("saved").running("a", image()), "saved");
    Pod before = node.awaitReady("saved");
    Path file = node.manifests().resolve("saved.yaml");
    String manifest = Files.readString(file);
    Path backup = file.resolveSibling("saved.yaml~");
    Files.move(file, backup, StandardCopyOption.ATOMIC_MOVE);
    Files.writeString(file, manifest);
    Files.delete(backup);
    Path draft = Files.writeString(node.directory().resolve("draft"), manifest);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    Files.writeString(file, manifest);
    aNeighbourIsNotHeldUp("bystander");
    assertThat(status(node.find("saved").orElseThrow(), "a")).isEqualTo(status(before, "a"));
    assertThat(events("saved", "Killing")).isEmpty();
  }

  @Test
  void aProgramThatNeverRestartsIsStillReplacedByAnotherImage() {
    node.apply(
        Manifests.pod("job").uid("job-uid").restartPolicy("Never").running("a", image()), "job");
    node.awaitReady("job");
    node.apply(
        Manifests.pod("job")
            .uid("job-uid")
            .restartPolicy("Never")
            .running("a", containerd.nextImage()),
        "job");
    Pod after =
        node.await(
            "job",
            "has the new image",
            pod -> TestNode.isReady(pod) && status(pod, "a").getRestartCount() == 1);
    assertThat(status(after, "a").getImage()).endsWith(containerd.nextImage());
  }
}
