package dev.jubelet.pod.translate.env;

import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import java.util.Optional;

/** The two kinds of objects whose values may become environment variables. */
enum ObjectKind {
  CONFIG_MAP("configmap", "ConfigMap"),
  SECRET("secret", "Secret");

  private final String resource;
  private final String title;

  ObjectKind(String resource, String title) {
    this.resource = resource;
    this.title = title;
  }

  /** The object, or empty when it is missing and may be. */
  Optional<ObjectValues.Lookup.Found> find(
      ObjectValues objects, String namespace, String name, boolean optional) {
    ObjectValues.Lookup lookup =
        switch (this) {
          case CONFIG_MAP -> objects.configMap(namespace, name);
          case SECRET -> objects.secret(namespace, name);
        };
    return switch (lookup) {
      case ObjectValues.Lookup.Found found -> Optional.of(found);
      case ObjectValues.Lookup.Failed failed -> throw new UntranslatableException(failed.message());
      case ObjectValues.Lookup.Absent absent -> {
        if (!optional) {
          throw new UntranslatableException("%s \"%s\" not found".formatted(resource, name));
        }
        yield Optional.empty();
      }
    };
  }

  UntranslatableException missingKey(String key, String namespace, String name) {
    return new UntranslatableException(
        "couldn't find key %s in %s %s/%s".formatted(key, title, namespace, name));
  }
}
