package dev.jubelet.volume.projection;

import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.PodCertificates.Source;
import io.fabric8.kubernetes.api.model.ConfigMapVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ProjectedVolumeSource;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says which files a pod's volume has: from its spec, the objects that it names and what the node
 * can give. Decides only; touches nothing.
 *
 * <p>Thread: any.
 */
public final class PayloadBuilder {
  private final ObjectValues objects;
  private final Optional<TokenFiles> tokens;
  private final Optional<TrustFiles> trust;
  private final Optional<PodCertificateFiles> certificates;
  private final Supplier<Map<String, Quantity>> allocatable;

  public PayloadBuilder(
      ObjectValues objects, ClusterSources sources, Supplier<Map<String, Quantity>> allocatable) {
    this.objects = objects;
    this.tokens = sources.tokens().map(TokenFiles::new);
    this.trust = sources.trust().map(TrustFiles::new);
    this.certificates = sources.certificates().map(PodCertificateFiles::new);
    this.allocatable = allocatable;
  }

  /** Whether the agent writes the files of this volume. */
  public static boolean writes(Volume volume) {
    return volume.getConfigMap() != null
        || volume.getSecret() != null
        || volume.getDownwardAPI() != null
        || volume.getProjected() != null;
  }

  /** Throws {@link VolumeException} with a message for the user when something is missing. */
  public Payload build(Pod pod, Volume volume) {
    if (volume.getConfigMap() != null) {
      ConfigMapVolumeSource source = volume.getConfigMap();
      return Payload.of(
          configMap(pod, source.getOptional(), mode(source.getDefaultMode()))
              .of(source.getName(), source.getItems()));
    }
    if (volume.getSecret() != null) {
      SecretVolumeSource source = volume.getSecret();
      return Payload.of(
          secret(pod, source.getOptional(), mode(source.getDefaultMode()))
              .of(source.getSecretName(), source.getItems()));
    }
    if (volume.getDownwardAPI() != null) {
      return Payload.of(
          DownwardFiles.of(
              pod,
              Containers.orEmpty(volume.getDownwardAPI().getItems()),
              mode(volume.getDownwardAPI().getDefaultMode()),
              allocatable.get()));
    }
    return projected(pod, volume.getName(), volume.getProjected());
  }

  /** Later sources win over earlier ones; everything that is missing is told at once. */
  private Payload projected(Pod pod, String volume, ProjectedVolumeSource source) {
    int mode = mode(source.getDefaultMode());
    Map<String, PayloadFile> files = new HashMap<>();
    List<VolumeException> problems = new ArrayList<>();
    List<VolumeProjection> sources = Containers.orEmpty(source.getSources());
    for (int i = 0; i < sources.size(); i++) {
      try {
        files.putAll(files(pod, new Place(volume, i), sources.get(i), mode));
      } catch (VolumeException e) {
        problems.add(e);
      }
    }
    if (!problems.isEmpty()) {
      throw together(problems);
    }
    return Payload.of(files);
  }

  /** The volume only waits when nothing else is wrong with it. */
  private static VolumeException together(List<VolumeException> problems) {
    String text = joined(problems.stream().map(VolumeException::text).toList());
    return problems.stream().allMatch(VolumeException::isWaiting)
        ? VolumeException.waiting(text)
        : new VolumeException(text);
  }

  private record Place(String volume, int index) {}

  private Map<String, PayloadFile> files(
      Pod pod, Place place, VolumeProjection projection, int mode) {
    if (projection.getConfigMap() != null) {
      var source = projection.getConfigMap();
      return configMap(pod, source.getOptional(), mode).of(source.getName(), source.getItems());
    }
    if (projection.getSecret() != null) {
      var source = projection.getSecret();
      return secret(pod, source.getOptional(), mode).of(source.getName(), source.getItems());
    }
    if (projection.getDownwardAPI() != null) {
      return DownwardFiles.of(
          pod, Containers.orEmpty(projection.getDownwardAPI().getItems()), mode, allocatable.get());
    }
    if (projection.getServiceAccountToken() != null && tokens.isPresent()) {
      return tokens.get().of(pod, projection.getServiceAccountToken(), mode);
    }
    if (projection.getClusterTrustBundle() != null && trust.isPresent()) {
      return trust.get().of(pod, projection.getClusterTrustBundle(), mode);
    }
    if (projection.getPodCertificate() != null && certificates.isPresent()) {
      Source source = new Source(place.volume(), place.index(), projection.getPodCertificate());
      return certificates.get().of(pod, source, mode);
    }
    return UnsupportedSources.refuse(projection, tokens.isPresent());
  }

  private ObjectFiles configMap(Pod pod, @Nullable Boolean optional, int mode) {
    String namespace = pod.getMetadata().getNamespace();
    return new ObjectFiles(
        ObjectKind.CONFIG_MAP,
        name -> objects.configMap(namespace, name),
        Boolean.TRUE.equals(optional),
        mode);
  }

  private ObjectFiles secret(Pod pod, @Nullable Boolean optional, int mode) {
    String namespace = pod.getMetadata().getNamespace();
    return new ObjectFiles(
        ObjectKind.SECRET,
        name -> objects.secret(namespace, name),
        Boolean.TRUE.equals(optional),
        mode);
  }

  /** One problem stands alone; several stand in brackets, each once. */
  static String joined(List<String> problems) {
    List<String> distinct = List.copyOf(new LinkedHashSet<>(problems));
    return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
  }

  private static int mode(@Nullable Integer defaultMode) {
    if (defaultMode == null) {
      throw new VolumeException("no defaultMode used, not even the default value for it");
    }
    return defaultMode;
  }
}
