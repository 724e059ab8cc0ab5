package dev.jubelet.pod.translate.env;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.KeyValue;
import dev.jubelet.pod.translate.spec.SpecValues;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of one container, in the order of their first mention. Its text form
 * shows names only, so that no value can get into a log. Thread: any.
 */
public final class Environment {
  private final Map<String, ByteString> values;

  Environment(Map<String, ByteString> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /** Only what the spec gives a plain value, which is what commands of probes may refer to. */
  public static Environment stated(Container container) {
    Map<String, ByteString> values = new LinkedHashMap<>();
    for (EnvVar variable : SpecValues.list(container.getEnv())) {
      if (variable.getValueFrom() == null && variable.getValue() != null) {
        values.put(variable.getName(), ByteString.copyFromUtf8(variable.getValue()));
      }
    }
    return new Environment(values);
  }

  public Set<String> names() {
    return Set.copyOf(values.keySet());
  }

  public @Nullable ByteString value(String name) {
    return values.get(name);
  }

  /** Replaces references to variables, as command and arguments may have them. */
  public String expand(String text) {
    return Expansion.expand(ByteString.copyFromUtf8(text), values::get).toStringUtf8();
  }

  /** As {@link #expand}, but every variable that is referred to must have a value. */
  public String expandAll(String text) {
    Set<String> missing = new TreeSet<>();
    ByteString expanded =
        Expansion.expand(
            ByteString.copyFromUtf8(text),
            name -> {
              ByteString value = values.get(name);
              if (value == null || value.isEmpty()) {
                missing.add(name);
              }
              return value;
            });
    if (!missing.isEmpty()) {
      throw new UntranslatableException("missing value for " + String.join(", ", missing));
    }
    return expanded.toStringUtf8();
  }

  public List<KeyValue> toCri() {
    return values.entrySet().stream()
        .map(e -> KeyValue.newBuilder().setKey(e.getKey()).setValue(e.getValue()).build())
        .toList();
  }

  @Override
  public String toString() {
    return "Environment" + values.keySet();
  }
}
