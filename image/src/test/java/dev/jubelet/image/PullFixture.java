package dev.jubelet.image;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.image.credential.CredentialPlugins;
import dev.jubelet.image.credential.NodeDockerConfig;
import dev.jubelet.image.credential.PullCredentials;
import dev.jubelet.image.record.ImageAccess;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A puller on a fake runtime, with its time and events. */
final class PullFixture {
  private static final Path NOWHERE = Path.of("/nonexistent/jubelet");
  static final PullSettings SERIAL = new PullSettings(true, 0, 0, 0);

  final ManualTimers timers;
  final FakeCri cri;
  final List<NodeEvent> events = new CopyOnWriteArrayList<>();
  final ImagePuller puller;

  PullFixture(PullSettings settings) {
    timers = new ManualTimers();
    cri = new FakeCri(timers, FakeProfile.containerd2());
    puller = puller(settings, ObjectValues.NONE, ImageAccess.OPEN);
  }

  private PullFixture(
      PullFixture before, PullSettings settings, ObjectValues objects, ImageAccess access) {
    timers = before.timers;
    cri = before.cri;
    puller = puller(settings, objects, access);
  }

  /** Another puller on the same runtime, as after a restart of the agent. */
  PullFixture restarted(PullSettings settings, ObjectValues objects, ImageAccess access) {
    return new PullFixture(this, settings, objects, access);
  }

  private ImagePuller puller(PullSettings settings, ObjectValues objects, ImageAccess access) {
    PullCredentials credentials =
        new PullCredentials(
            objects,
            NodeDockerConfig.of(NOWHERE, NOWHERE, Map.of("HOME", NOWHERE.toString()), timers),
            CredentialPlugins.NONE,
            events::add,
            timers);
    return new ImagePuller(
        cri, settings, credentials, access, timers, events::add, PullListener.UNHEARD);
  }

  ImageOutcome ensure(Pod pod, Consumer<String> waitsFor) {
    PodSandboxConfig sandbox =
        PodSandboxConfig.newBuilder()
            .setMetadata(PodSandboxMetadata.newBuilder().setUid(pod.getMetadata().getUid()))
            .build();
    return puller.ensure(pod, pod.getSpec().getContainers().getFirst(), sandbox, waitsFor);
  }

  ImageOutcome ensure(Pod pod) {
    return ensure(pod, what -> {});
  }

  /** The events so far as "reason: message", and forgets them. */
  List<String> told() {
    List<String> told = events.stream().map(e -> e.reason() + ": " + e.message()).toList();
    events.clear();
    return told;
  }

  static Pod pod(String uid, String image, String policy) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName("web-" + uid)
        .withUid(uid)
        .addToAnnotations("team", "blue")
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage(image)
        .withImagePullPolicy(policy)
        .endContainer()
        .endSpec()
        .build();
  }
}
