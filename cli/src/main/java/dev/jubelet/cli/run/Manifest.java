package dev.jubelet.cli.run;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A pod's manifest as it is handed to the agent. */
record Manifest(String namespace, String name, String text) {
  private static final int MAX_CHARACTERS = 10 * 1024 * 1024;
  private static final Set<String> FINITE = Set.of("Never", "OnFailure");

  /**
   * Reads YAML or JSON. What is not checked here the agent checks.
   *
   * @param once makes a pod that would run for ever run only once
   */
  static Manifest read(String source, String text, boolean once) {
    Json manifest = new Json(load(source, text));
    String name = manifest.at("metadata", "name").text();
    if (!manifest.at("kind").text().equals("Pod") || name.isEmpty()) {
      throw new CliException(
          CliException.Kind.USAGE,
          source + ": not a manifest of a Pod with a name (kind: Pod, metadata.name)");
    }
    String namespace = manifest.at("metadata", "namespace").text("default");
    boolean endless = !FINITE.contains(manifest.at("spec", "restartPolicy").text());
    return new Manifest(namespace, name, once && endless ? runningOnce(manifest) : text);
  }

  private static @Nullable Object load(String source, String text) {
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setCodePointLimit(MAX_CHARACTERS).build();
    try {
      return new Load(settings).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new CliException(CliException.Kind.USAGE, source + ": bad YAML: " + e.getMessage(), e);
    }
  }

  private static String runningOnce(Json manifest) {
    Map<Object, @Nullable Object> changed = copy(manifest);
    Map<Object, @Nullable Object> spec = copy(manifest.at("spec"));
    spec.put("restartPolicy", "Never");
    changed.put("spec", spec);
    return new Json(changed).pretty();
  }

  private static Map<Object, @Nullable Object> copy(Json object) {
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
    if (object.value() instanceof Map<?, ?> map) {
      map.forEach((key, value) -> copy.put(key, value));
    }
    return copy;
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
