package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;

/** Which values of which object were asked for. */
record ValueKey(Facet facet, String namespace, String name) {

  /** What can be asked of an object. */
  enum Facet {
    CONFIG_MAP(ObjectKind.CONFIG_MAP),
    /** Without its {@code binaryData}. */
    CONFIG_MAP_TEXT(ObjectKind.CONFIG_MAP),
    SECRET(ObjectKind.SECRET);

    private final ObjectKind kind;

    Facet(ObjectKind kind) {
      this.kind = kind;
    }
  }

  ObjectKey object() {
    return new ObjectKey(facet.kind, namespace, name);
  }
}
