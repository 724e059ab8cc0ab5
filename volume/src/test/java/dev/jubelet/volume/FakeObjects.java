package dev.jubelet.volume;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectValues;
import java.util.HashMap;
import java.util.Map;

/** Config maps and secrets of the namespace "shop" that a test changes. */
final class FakeObjects implements ObjectValues {
  final Map<String, Lookup> configMaps = new HashMap<>();
  final Map<String, Lookup> secrets = new HashMap<>();

  static Lookup found(Map<String, String> texts) {
    Map<String, ByteString> values = new HashMap<>();
    texts.forEach((key, value) -> values.put(key, ByteString.copyFromUtf8(value)));
    return new Lookup.Found(values);
  }

  @Override
  public Lookup configMap(String namespace, String name) {
    return find(configMaps, namespace, name);
  }

  @Override
  public Lookup secret(String namespace, String name) {
    return find(secrets, namespace, name);
  }

  private static Lookup find(Map<String, Lookup> objects, String namespace, String name) {
    return namespace.equals("shop")
        ? objects.getOrDefault(name, new Lookup.Absent())
        : new Lookup.Absent();
  }
}
