package dev.jubelet.volume.migrate;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.AzureFilePersistentVolumeSource;
import io.fabric8.kubernetes.api.model.AzureFileVolumeSource;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** File shares of Azure; their account is told by the name of their secret. Pure. */
final class AzureShares implements InTreeTranslator {
  private static final String DRIVER = "file.csi.azure.com";
  private static final String RESOURCE_GROUP = "kubernetes.io/azure-file-resource-group";
  private static final Pattern SECRET = Pattern.compile("azure-storage-account-(.+)-secret");

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getAzureFile()).map(share -> source(volume, share));
  }

  private static CSIPersistentVolumeSource source(
      PersistentVolume volume, AzureFilePersistentVolumeSource share) {
    Map<String, String> annotations = volume.getMetadata().getAnnotations();
    String group = annotations == null ? "" : annotations.getOrDefault(RESOURCE_GROUP, "");
    String namespace = namespace(share.getSecretNamespace(), volume.getSpec().getClaimRef());
    return source(
        handle(
            group,
            share.getSecretName(),
            share.getShareName(),
            volume.getMetadata().getName(),
            namespace),
        share.getShareName(),
        share.getReadOnly(),
        share.getSecretName(),
        namespace);
  }

  private static String namespace(@Nullable String stated, @Nullable ObjectReference claim) {
    String namespace = stated == null && claim != null ? claim.getNamespace() : stated;
    if (namespace == null || namespace.isEmpty()) {
      throw new VolumeException(
          "nothing tells the namespace of the share's secret: set azureFile.secretNamespace");
    }
    return namespace;
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    AzureFileVolumeSource share = volume.getAzureFile();
    if (share == null) {
      return Optional.empty();
    }
    String namespace = pod.getMetadata().getNamespace();
    String handle =
        handle("", share.getSecretName(), share.getShareName(), volume.getName(), namespace);
    return Optional.of(
        CsiSources.volume(
            handle,
            CsiSources.WRITES,
            source(
                handle,
                share.getShareName(),
                share.getReadOnly(),
                share.getSecretName(),
                namespace)));
  }

  private static String handle(
      String group, String secret, String share, String name, String namespace) {
    Matcher account = SECRET.matcher(secret);
    return String.join(
        "#", group, account.find() ? account.group(1) : secret, share, name, namespace);
  }

  private static CSIPersistentVolumeSource source(
      String handle, String share, @Nullable Boolean readOnly, String secret, String namespace) {
    return new CSIPersistentVolumeSourceBuilder(
            CsiSources.of(DRIVER, handle, null, readOnly, Map.of("sharename", share)))
        .withNewNodeStageSecretRef(secret, namespace)
        .build();
  }
}
