package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.KeyToPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The files that a config map or secret becomes. Thread: any. */
record ObjectFiles(ObjectKind kind, Function<String, Lookup> lookup, boolean optional, int mode) {

  /** Every key when there are no items, else those that the items name. */
  Map<String, PayloadFile> of(String name, @Nullable List<KeyToPath> items) {
    Map<String, ByteString> values = values(name);
    Map<String, PayloadFile> files = new LinkedHashMap<>();
    if (items == null || items.isEmpty()) {
      values.forEach((key, value) -> files.put(key, new PayloadFile(value, mode)));
      return files;
    }
    for (KeyToPath item : items) {
      ByteString value = values.get(item.getKey());
      if (value != null) {
        files.put(
            item.getPath(), new PayloadFile(value, item.getMode() == null ? mode : item.getMode()));
      } else if (!optional) {
        throw new VolumeException(noSuchKey() + item.getKey());
      }
    }
    return files;
  }

  private Map<String, ByteString> values(String name) {
    return switch (lookup.apply(name)) {
      case Lookup.Found found -> found.values();
      case Lookup.Failed failed -> throw new VolumeException(failed.message());
      case Lookup.Absent absent -> {
        if (!optional) {
          throw new VolumeException("%s \"%s\" not found".formatted(kind.resource(), name));
        }
        yield Map.of();
      }
    };
  }

  private String noSuchKey() {
    return switch (kind) {
      case CONFIG_MAP -> "configmap references non-existent config key: ";
      case SECRET -> "references non-existent secret key: ";
    };
  }
}
