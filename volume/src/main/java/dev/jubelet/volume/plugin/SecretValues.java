package dev.jubelet.volume.plugin;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.volume.disk.VolumeException;
import java.util.Map;

/** The values of secrets that volumes name. Thread: any; may ask the API server. */
public final class SecretValues {
  private SecretValues() {}

  /** Throws {@link VolumeException} when there is no such secret, or it cannot be read. */
  public static Map<String, ByteString> require(
      ObjectValues objects, String namespace, String name) {
    return switch (objects.secret(namespace, name)) {
      case Lookup.Found found -> found.values();
      case Lookup.Absent _ ->
          throw new VolumeException(
              "Couldn't get secret %s/%s: it does not exist".formatted(namespace, name));
      case Lookup.Failed failed ->
          throw new VolumeException(
              "Couldn't get secret %s/%s: %s".formatted(namespace, name, failed.message()));
    };
  }
}
