package dev.jubelet.image;

import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.api.cri.PodSandboxMetadata;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A puller on a fake runtime, with its time and events. */
final class PullFixture {
  static final PullSettings SERIAL = new PullSettings(true, 0, 0, 0);

  final ManualTimers timers = new ManualTimers();
  final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  final List<NodeEvent> events = new CopyOnWriteArrayList<>();
  final ImagePuller puller;

  PullFixture(PullSettings settings) {
    puller = new ImagePuller(cri, settings, timers, events::add, PullListener.UNHEARD);
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
