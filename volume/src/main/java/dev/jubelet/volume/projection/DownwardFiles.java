package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.spec.MetadataFields;
import dev.jubelet.pod.spec.ResourceFieldRefs;
import dev.jubelet.pod.spec.UnknownFieldException;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that tell a pod about itself. Pure. */
final class DownwardFiles {
  private DownwardFiles() {}

  static Map<String, PayloadFile> of(
      Pod pod, List<DownwardAPIVolumeFile> items, int mode, Map<String, Quantity> allocatable) {
    ResourceFieldRefs resources = new ResourceFieldRefs(pod, allocatable);
    Map<String, PayloadFile> files = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (DownwardAPIVolumeFile item : items) {
      try {
        files.put(
            item.getPath(),
            new PayloadFile(
                ByteString.copyFromUtf8(text(item, pod, resources)),
                item.getMode() == null ? mode : item.getMode()));
      } catch (UnknownFieldException e) {
        problems.add(e.text());
      }
    }
    if (!problems.isEmpty()) {
      throw new VolumeException(PayloadBuilder.joined(problems));
    }
    return files;
  }

  private static String text(DownwardAPIVolumeFile item, Pod pod, ResourceFieldRefs resources) {
    if (item.getFieldRef() != null) {
      return MetadataFields.value(item.getFieldRef().getFieldPath(), pod);
    }
    if (item.getResourceFieldRef() != null) {
      return resources.value(item.getResourceFieldRef(), null);
    }
    throw new UnknownFieldException(
        "file \"" + item.getPath() + "\" must have either fieldRef or resourceFieldRef");
  }
}
