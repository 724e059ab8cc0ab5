package dev.jubelet.pod.translate.env;

import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import java.util.Optional;

/** Finds the objects whose values become environment variables, in one namespace. Thread: any. */
record ObjectLookup(ObjectValues objects, String namespace) {

  /** The object, or empty when it is missing and may be. */
  Optional<Lookup.Found> find(ObjectKind kind, String name, boolean optional) {
    Lookup lookup =
        switch (kind) {
          case CONFIG_MAP -> objects.configMapText(namespace, name);
          case SECRET -> objects.secret(namespace, name);
        };
    return switch (lookup) {
      case Lookup.Found found -> Optional.of(found);
      case Lookup.Failed failed -> throw new UntranslatableException(failed.message());
      case Lookup.Absent absent -> {
        if (!optional) {
          throw new UntranslatableException("%s \"%s\" not found".formatted(kind.resource(), name));
        }
        yield Optional.empty();
      }
    };
  }

  UntranslatableException missingKey(ObjectKind kind, String name, String key) {
    return new UntranslatableException(
        "couldn't find key %s in %s %s/%s".formatted(key, kind.wireName(), namespace, name));
  }
}
