package dev.jubelet.pod.model;

import com.google.protobuf.ByteString;
import java.util.Map;

/**
 * Looks up what config maps and secrets hold. Implementations answer from what they already have or
 * ask within a deadline; a missing object is an answer, not an exception.
 */
public interface ObjectValues {

  Lookup configMap(String namespace, String name);

  Lookup secret(String namespace, String name);

  /** Only the text of a config map: its {@code binaryData} can become files but not variables. */
  default Lookup configMapText(String namespace, String name) {
    return configMap(namespace, name);
  }

  /** What a lookup found. */
  sealed interface Lookup {

    /**
     * The object's values by key. Its text form shows keys only.
     *
     * @param uid of the object at the API server; empty for one of a manifest
     * @param type of a secret; empty for a config map
     */
    record Found(Map<String, ByteString> values, String uid, String type) implements Lookup {
      public Found {
        values = Map.copyOf(values);
      }

      /** Of an object of which only the values count. */
      public Found(Map<String, ByteString> values) {
        this(values, "", "");
      }

      @Override
      public String toString() {
        return "Found" + values.keySet();
      }
    }

    /** There is no such object. */
    record Absent() implements Lookup {}

    /** It could not be found out; the message is for the user. */
    record Failed(String message) implements Lookup {}
  }

  /** Knows no object: a node without an API server. */
  ObjectValues NONE =
      new ObjectValues() {
        @Override
        public Lookup configMap(String namespace, String name) {
          return new Lookup.Absent();
        }

        @Override
        public Lookup secret(String namespace, String name) {
          return new Lookup.Absent();
        }
      };
}
