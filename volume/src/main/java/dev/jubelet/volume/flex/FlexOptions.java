package dev.jubelet.volume.flex;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.plugin.SecretValues;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Base64;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The options that a driver is given with a volume, as JSON. Thread: any. */
record FlexOptions(ObjectValues objects) {
  private static final String OURS = "kubernetes.io/";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Holds secrets: not for a log. What the user wrote wins over what we add. */
  String of(Pod pod, FlexSource source, String volumeName) {
    SortedMap<String, String> options = ofVolume(source, volumeName);
    options.put(OURS + "pod.name", pod.getMetadata().getName());
    options.put(OURS + "pod.namespace", pod.getMetadata().getNamespace());
    options.put(OURS + "pod.uid", pod.getMetadata().getUid());
    String account = pod.getSpec().getServiceAccountName();
    options.put(OURS + "serviceAccount.name", account == null ? "" : account);
    FsGroup.of(pod)
        .id()
        .ifPresent(id -> options.put(OURS + "mounterArgs.FsGroup", Integer.toString(id)));
    secret(pod, source)
        .forEach(
            (key, value) ->
                options.put(
                    OURS + "secret/" + key,
                    Base64.getEncoder().encodeToString(value.toByteArray())));
    options.putAll(source.options());
    return json(options);
  }

  /** What a driver is told of a volume that is not for a certain pod yet. */
  static String withoutPod(FlexSource source, String volumeName) {
    SortedMap<String, String> options = ofVolume(source, volumeName);
    options.putAll(source.options());
    return json(options);
  }

  private static SortedMap<String, String> ofVolume(FlexSource source, String volumeName) {
    SortedMap<String, String> options = new TreeMap<>();
    options.put(OURS + "fsType", source.fsType());
    options.put(OURS + "readwrite", source.readOnly() ? "ro" : "rw");
    options.put(OURS + "pvOrVolumeName", volumeName);
    return options;
  }

  private static String json(Map<String, String> options) {
    try {
      return JSON.writeValueAsString(options);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts have a JSON form", e);
    }
  }

  private Map<String, ByteString> secret(Pod pod, FlexSource source) {
    if (source.secret().isEmpty()) {
      return Map.of();
    }
    String namespace =
        source.secretNamespace().isEmpty()
            ? pod.getMetadata().getNamespace()
            : source.secretNamespace();
    String name = source.secret().get();
    return SecretValues.require(objects, namespace, name);
  }
}
