package dev.jubelet.image.credential;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * All that an image of a pod may be pulled with: the pod's own secrets first, then the node's
 * docker configuration, then plugins.
 *
 * <p>Thread: the pods' lanes; blocks while secrets are asked for and plugins run.
 */
public final class PullCredentials {
  private final PullSecrets secrets;
  private final NodeDockerConfig node;
  private final CredentialPlugins plugins;
  private final Consumer<NodeEvent> events;
  private final Timers timers;

  public PullCredentials(
      ObjectValues objects,
      NodeDockerConfig node,
      CredentialPlugins plugins,
      Consumer<NodeEvent> events,
      Timers timers) {
    this.secrets = new PullSecrets(objects);
    this.node = node;
    this.plugins = plugins;
    this.events = events;
    this.timers = timers;
  }

  /** Those of a pod. Secrets that are missing are told in an event; the pull goes on without. */
  public PodCredentials of(Pod pod) {
    PullSecrets.Reading reading = secrets.read(pod);
    if (!reading.missing().isEmpty()) {
      events.accept(
          new NodeEvent(
              timers.now(),
              NodeEvent.Type.WARNING,
              "FailedToRetrieveImagePullSecret",
              "Unable to retrieve some image pull secrets (%s); attempting to pull the image may not succeed."
                  .formatted(String.join(", ", reading.missing())),
              PodKey.of(pod),
              PodUid.of(pod),
              ""));
    }
    return repository -> {
      Keyring own = PullSecrets.keyring(reading.secrets());
      List<Credential> all = new ArrayList<>(own.find(repository));
      all.addAll(node.keyring().find(repository));
      all.addAll(plugins.provide(pod, repository).find(repository));
      return List.copyOf(all);
    };
  }
}
