package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.SourceKind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The config maps and secrets of all sources. Each snapshot replaces what its source had, so an
 * object whose file has gone is absent. When two sources have the same object, that of the earlier
 * {@link SourceKind} counts.
 *
 * <p>Thread: any; who looks something up sees whole snapshots only. Owns: the objects.
 */
public final class LocalObjects implements ObjectValues {
  private static final Logger log = LoggerFactory.getLogger(LocalObjects.class);

  @GuardedBy("this")
  private final Map<SourceKind, List<LocalObject>> bySource = new EnumMap<>(SourceKind.class);

  private volatile Map<ObjectKey, LocalObject> objects = Map.of();

  /** Those that more than one source has, which is told once. */
  @GuardedBy("this")
  private Set<ObjectKey> contested = Set.of();

  /** Takes all objects of a source and returns which came, went or have other values now. */
  public synchronized Set<ObjectKey> replace(SourceKind source, List<LocalObject> snapshot) {
    bySource.put(source, List.copyOf(snapshot));
    Map<ObjectKey, LocalObject> before = objects;
    Map<ObjectKey, LocalObject> now = joined();
    objects = now;
    Set<ObjectKey> changed = new HashSet<>(before.keySet());
    changed.addAll(now.keySet());
    changed.removeIf(key -> Objects.equals(before.get(key), now.get(key)));
    return Set.copyOf(changed);
  }

  @GuardedBy("this")
  private Map<ObjectKey, LocalObject> joined() {
    Map<ObjectKey, LocalObject> joined = new HashMap<>();
    Set<ObjectKey> doubled = new HashSet<>();
    for (Map.Entry<SourceKind, List<LocalObject>> source : bySource.entrySet()) {
      for (LocalObject object : source.getValue()) {
        if (joined.putIfAbsent(object.key(), object) != null && doubled.add(object.key())) {
          tell(object.key(), source.getKey());
        }
      }
    }
    contested = doubled;
    return Map.copyOf(joined);
  }

  @GuardedBy("this")
  private void tell(ObjectKey key, SourceKind source) {
    if (!contested.contains(key)) {
      log.atWarn()
          .addKeyValue("object", key)
          .addKeyValue("source", source.wireName())
          .log("Ignoring the object: another source provides it");
    }
  }

  @Override
  public Lookup configMap(String namespace, String name) {
    return find(ObjectKind.CONFIG_MAP, namespace, name, LocalObject::all);
  }

  @Override
  public Lookup configMapText(String namespace, String name) {
    return find(ObjectKind.CONFIG_MAP, namespace, name, LocalObject::data);
  }

  @Override
  public Lookup secret(String namespace, String name) {
    return find(ObjectKind.SECRET, namespace, name, LocalObject::all);
  }

  private Lookup find(
      ObjectKind kind,
      String namespace,
      String name,
      Function<LocalObject, Map<String, ByteString>> values) {
    @Nullable LocalObject object = objects.get(new ObjectKey(kind, namespace, name));
    return object == null
        ? new Lookup.Absent()
        : new Lookup.Found(values.apply(object), "", object.type());
  }
}
