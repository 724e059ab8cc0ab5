package dev.jubelet.pod.model;

import com.google.protobuf.ByteString;
import java.util.HashMap;
import java.util.Map;

/**
 * A config map or a secret that stands in a manifest. Its text form shows no value.
 *
 * @param data what may become environment variables and files; all of a secret is here
 * @param binaryData what may only become files; no key is in both
 */
public record LocalObject(
    ObjectKey key, Map<String, ByteString> data, Map<String, ByteString> binaryData) {
  public LocalObject {
    data = Map.copyOf(data);
    binaryData = Map.copyOf(binaryData);
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
