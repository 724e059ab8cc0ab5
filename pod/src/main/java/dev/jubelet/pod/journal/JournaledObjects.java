package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectValues;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Config maps and secrets of the API server; where it does not answer, as they were last given.
 *
 * <p>Thread: any.
 */
final class JournaledObjects implements ObjectValues {
  private final ObjectValues server;
  private final KeptFacts kept;
  private final BooleanSupplier unseen;

  /** {@code unseen} says that the API server has not been seen since the start. */
  JournaledObjects(ObjectValues server, KeptFacts kept, BooleanSupplier unseen) {
    this.server = server;
    this.kept = kept;
    this.unseen = unseen;
  }

  @Override
  public Lookup configMap(String namespace, String name) {
    return find(new ValueKey(ValueKey.Facet.CONFIG_MAP, namespace, name));
  }

  @Override
  public Lookup configMapText(String namespace, String name) {
    return find(new ValueKey(ValueKey.Facet.CONFIG_MAP_TEXT, namespace, name));
  }

  @Override
  public Lookup secret(String namespace, String name) {
    return find(new ValueKey(ValueKey.Facet.SECRET, namespace, name));
  }

  /** Before the server was seen, nobody waits for it if it need not be. */
  private Lookup find(ValueKey key) {
    Optional<Lookup> before = kept.find(key).map(JournaledObjects::lookup);
    return unseen.getAsBoolean() && before.isPresent() ? before.get() : ask(key, before);
  }

  private Lookup ask(ValueKey key, Optional<Lookup> before) {
    Lookup now =
        switch (key.facet()) {
          case CONFIG_MAP -> server.configMap(key.namespace(), key.name());
          case CONFIG_MAP_TEXT -> server.configMapText(key.namespace(), key.name());
          case SECRET -> server.secret(key.namespace(), key.name());
        };
    switch (now) {
      case Lookup.Found found -> kept.saw(key, Optional.of(found));
      case Lookup.Absent _ -> kept.saw(key, Optional.empty());
      case Lookup.Failed _ -> {
        return before.orElse(now);
      }
    }
    return now;
  }

  private static Lookup lookup(Optional<Lookup.Found> found) {
    return found.isPresent() ? found.get() : new Lookup.Absent();
  }

  /** Looks again at what was asked of these objects; may wait, but not for long. */
  void renew(Set<ObjectKey> objects) {
    kept.askedOf(objects).forEach(key -> ask(key, Optional.empty()));
  }
}
