package dev.jubelet.volume.migrate;

import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/** Translates in-tree volumes into those of CSI drivers. Pure; throws {@link VolumeException}. */
public final class CsiMigration {
  private static final List<InTreeTranslator> TRANSLATORS =
      List.of(
          new AwsDisks(),
          new GceDisks(),
          new CinderDisks(),
          new AzureDisks(),
          new AzureShares(),
          new VsphereDisks(),
          new PortworxVolumes());

  private CsiMigration() {}

  /** The volume itself when it is not migrated. */
  public static VolumeSpec translated(Pod pod, VolumeSpec spec) {
    return spec.bound().map(bound -> persistent(spec, bound)).orElseGet(() -> inline(pod, spec));
  }

  private static VolumeSpec persistent(VolumeSpec spec, VolumeSpec.Bound bound) {
    PersistentVolume volume = bound.volume();
    List<String> modes = Containers.orEmpty(volume.getSpec().getAccessModes());
    for (InTreeTranslator translator : TRANSLATORS) {
      Optional<CSIPersistentVolumeSource> csi = translator.source(volume);
      if (csi.isPresent()) {
        PersistentVolume seen =
            new PersistentVolumeBuilder(volume)
                .editSpec()
                .withAccessModes(translator.accessModes(modes))
                .withCsi(csi.get())
                .endSpec()
                .build();
        return new VolumeSpec(
            spec.volume(), Optional.of(new VolumeSpec.Bound(seen, bound.claim())), true);
      }
    }
    return spec;
  }

  /** A pod that names a disk has it to itself, as if it had claimed it. */
  private static VolumeSpec inline(Pod pod, VolumeSpec spec) {
    for (InTreeTranslator translator : TRANSLATORS) {
      Optional<PersistentVolume> volume = translator.volume(pod, spec.volume());
      if (volume.isPresent()) {
        return new VolumeSpec(
            spec.volume(),
            Optional.of(new VolumeSpec.Bound(volume.get(), new PersistentVolumeClaim())),
            true);
      }
    }
    return spec;
  }
}
