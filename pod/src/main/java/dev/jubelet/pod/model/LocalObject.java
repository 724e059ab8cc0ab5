package dev.jubelet.pod.model;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.Map;

/**
 * A config map or a secret that stands in a manifest. Its text form shows no value.
 *
 * @param data what may become environment variables and files; all of a secret is here
 * @param binaryData what may only become files; no key is in both
 * @param type of a secret; empty for a config map
 */
public record LocalObject(
    ObjectKey key, Map<String, ByteString> data, Map<String, ByteString> binaryData, String type) {
  public LocalObject {
    data = Map.copyOf(data);
    binaryData = Map.copyOf(binaryData);
  }

  /** A config map, or a secret of no particular type. */
  public LocalObject(
      ObjectKey key, Map<String, ByteString> data, Map<String, ByteString> binaryData) {
    this(key, data, binaryData, "");
  }

  public Map<String, ByteString> all() {
    Map<String, ByteString> all = new HashMap<>(data);
    all.putAll(binaryData);
    return all;
  }

  @Override
  public String toString() {
    return key + " " + all().keySet();
  }
}
