package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The API's rules for the volumes of a pod, as far as a static pod may have them. Pure. */
final class VolumeRules {
  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "DirectoryOrCreate",
          "Directory",
          "FileOrCreate",
          "File",
          "Socket",
          "CharDevice",
          "BlockDevice");

  private VolumeRules() {}

  /** Returns the names that mounts may refer to. */
  static Set<String> check(List<Volume> volumes, String path, Problems problems) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < volumes.size(); i++) {
      Volume volume = volumes.get(i);
      String at = path + "[" + i + "]";
      name(volume.getName(), names, at, problems);
      int sources = VolumeSources.of(volume).size();
      if (sources > 1) {
        problems.forbidden(at, "may not specify more than 1 volume type");
      }
      source(volume, at, problems);
    }
    return names;
  }

  private static void name(@Nullable String name, Set<String> names, String at, Problems problems) {
    if (name == null || name.isEmpty()) {
      problems.required(at + ".name", "a volume needs a name");
    } else if (!Formats.isDnsLabel(name)) {
      problems.invalid(at + ".name", name, Formats.DNS_LABEL);
    } else if (!names.add(name)) {
      problems.duplicate(at + ".name", name);
    }
  }

  private static void source(Volume volume, String at, Problems problems) {
    if (volume.getHostPath() != null) {
      hostPath(volume.getHostPath(), at + ".hostPath", problems);
    }
    if (volume.getEmptyDir() != null && volume.getEmptyDir().getSizeLimit() != null) {
      ResourceRules.quantity(
          volume.getEmptyDir().getSizeLimit(), at + ".emptyDir.sizeLimit", problems);
    }
    ProjectionRules.check(volume, at, problems);
    if (volume.getImage() != null && MetaRules.isEmpty(volume.getImage().getReference())) {
      problems.required(at + ".image.reference", "an image volume needs an image");
    }
  }

  private static void hostPath(HostPathVolumeSource source, String at, Problems problems) {
    if (MetaRules.isEmpty(source.getPath())) {
      problems.required(at + ".path", "a path on the host");
    } else if (Arrays.asList(source.getPath().split("/")).contains("..")) {
      problems.invalid(at + ".path", source.getPath(), "must not contain ..");
    }
    problems.oneOf(at + ".type", source.getType(), HOST_PATH_TYPES);
  }
}
