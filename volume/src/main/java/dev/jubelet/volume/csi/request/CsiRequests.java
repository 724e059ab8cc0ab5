package dev.jubelet.volume.csi.request;

import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.request.CsiSource.SecretName;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts together what drivers are asked to do.
 *
 * <p>Thread: any; asks the API server for secrets and tokens.
 */
public record CsiRequests(CsiCluster cluster) {

  /** What is known of a volume when the driver is asked. */
  public record RequestContext(
      Pod pod,
      CsiSource source,
      CsiDriverSpec spec,
      Set<RPC.Type> capabilities,
      Map<String, String> attachment) {}

  public NodeStageVolumeRequest stage(RequestContext context, Path target) {
    CsiSource source = context.source();
    return NodeStageVolumeRequest.newBuilder()
        .setVolumeId(source.id().handle())
        .putAllPublishContext(context.attachment())
        .setStagingTargetPath(target.toString())
        .setVolumeCapability(
            CsiCapabilities.of(source, context.capabilities(), FsGroup.of(context.pod()).id()))
        .putAllSecrets(
            secrets("fetching NodeStageSecretRef %s/%s failed: %s", source.stageSecret()))
        .putAllVolumeContext(source.attributes())
        .build();
  }

  /** {@code staged} is where the volume was staged, if the driver does that. */
  public NodePublishVolumeRequest publish(
      RequestContext context, Optional<Path> staged, Path target) {
    CsiSource source = context.source();
    Map<String, String> volumeContext = new HashMap<>(source.attributes());
    Map<String, String> secrets =
        new HashMap<>(
            secrets("fetching NodePublishSecretRef %s/%s failed: %s", source.publishSecret()));
    if (context.spec().podInfoOnMount()) {
      volumeContext.putAll(CsiPodContext.of(context.pod(), !source.isPersistent()));
    }
    if (!context.spec().tokens().isEmpty()) {
      (context.spec().tokensInSecrets() ? secrets : volumeContext)
          .putAll(CsiPodContext.tokens(context.pod(), context.spec().tokens(), cluster.tokens()));
    }
    NodePublishVolumeRequest.Builder request =
        NodePublishVolumeRequest.newBuilder()
            .setVolumeId(source.id().handle())
            .putAllPublishContext(context.attachment())
            .setTargetPath(target.toString())
            .setVolumeCapability(
                CsiCapabilities.of(source, context.capabilities(), FsGroup.of(context.pod()).id()))
            .setReadonly(source.readOnly())
            .putAllSecrets(secrets)
            .putAllVolumeContext(volumeContext);
    staged.ifPresent(path -> request.setStagingTargetPath(path.toString()));
    return request.build();
  }

  /** {@code failure} says what is wrong when the secret cannot be had: which it is, and why. */
  public Map<String, String> secrets(String failure, Optional<SecretName> wanted) {
    return wanted.map(secret -> values(failure, secret)).orElseGet(Map::of);
  }

  private Map<String, String> values(String failure, SecretName secret) {
    try {
      return cluster.requests().secret(secret.namespace(), secret.name());
    } catch (VolumeException e) {
      throw new VolumeException(failure.formatted(secret.namespace(), secret.name(), e.text()));
    }
  }
}
