package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.app.config.ConfigFile.Parsed;
import dev.jubelet.app.config.ConfigFile.Unreadable;
import dev.jubelet.app.config.LoadResult.Invalid;
import dev.jubelet.app.config.LoadResult.Loaded;
import dev.jubelet.app.config.field.DecodeReport;
import dev.jubelet.app.config.field.DecodeReport.Remark;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.config.field.SourceFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Puts the layers of a configuration on one another: defaults, the file, drop-ins, flags. One
 * instance loads once. Owns: the problems and warnings met on the way.
 */
public final class ConfigLoader {
  private static final List<Field<String>> PATH_FIELDS =
      List.of(
          SourceFields.STATIC_POD_PATH,
          SourceFields.POD_LOGS_DIR,
          ServerFields.CLIENT_CA_FILE,
          ServerFields.TLS_CERT_FILE,
          ServerFields.TLS_PRIVATE_KEY_FILE,
          PodFields.RESOLV_CONF,
          PodFields.VOLUME_PLUGIN_DIR);

  private final Layers layers;
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /**
   * What to load from.
   *
   * @param file the configuration file, absolute
   * @param dropIns the directory of drop-ins, absolute
   * @param flags the fields that flags set
   */
  public record Layers(Optional<Path> file, Optional<Path> dropIns, FieldValues flags) {}

  private ConfigLoader(Layers layers) {
    this.layers = layers;
  }

  public static LoadResult load(Layers layers) {
    return new ConfigLoader(layers).load();
  }

  private LoadResult load() {
    FieldValues values = layers.file().map(this::readFile).orElseGet(Defaults::withoutFile);
    FieldValues merged =
        layers.dropIns().map(directory -> applyDropIns(values, directory)).orElse(values);
    if (!problems.isEmpty()) {
      return new Invalid(List.copyOf(problems));
    }
    applyFlags(merged);
    return new Loaded(new KubeletConfig(merged), List.copyOf(warnings));
  }

  private FieldValues readFile(Path file) {
    return switch (ConfigFileReader.read(file)) {
      case Unreadable unreadable -> {
        problems.add(new Problem(file.toString(), "", unreadable.rule()));
        yield new FieldValues();
      }
      case Parsed parsed -> readParsedFile(file, parsed);
    };
  }

  private FieldValues readParsedFile(Path file, Parsed parsed) {
    DecodeReport report = new DecodeReport();
    FieldValues values = FieldReader.read(parsed.root(), file.toString(), report);
    refuse(file, report.invalid());
    parsed.notes().forEach(note -> warnings.add(file + ": " + note));
    parsed.duplicates().forEach(key -> warnings.add(file + ": " + key + "; the last one counts"));
    report.unknown().forEach(field -> warnings.add(file + ": " + field + "; it is ignored"));
    Defaults.fill(values, flagGates());
    resolvePaths(values, file);
    Defaults.fillEvictionHard(values);
    return values;
  }

  private static void resolvePaths(FieldValues values, Path file) {
    for (Field<String> field : PATH_FIELDS) {
      String path = values.orZero(field);
      if (!path.isEmpty() && !path.startsWith("/")) {
        values.put(field, file.resolveSibling(path).normalize().toString());
      }
    }
  }

  private FieldValues applyDropIns(FieldValues values, Path directory) {
    FieldValues sources = new FieldValues(values);
    JsonNode merged = FieldWriter.write(values);
    for (Path file : listDropIns(directory)) {
      Optional<JsonNode> patch = readDropIn(file, sources);
      if (patch.isPresent()) {
        merged = MergePatch.apply(merged, patch.get());
      }
    }
    FieldValues result = FieldReader.read(merged, "", new DecodeReport());
    Defaults.fill(result, flagGates());
    result.fields().forEach(field -> result.source(field, sources.source(field)));
    return result;
  }

  private List<Path> listDropIns(Path directory) {
    if (!Files.isDirectory(directory)) {
      problems.add(new Problem(directory.toString(), "", "is not a directory of drop-in files"));
      return List.of();
    }
    try {
      return DropIns.list(directory);
    } catch (IOException e) {
      problems.add(new Problem(directory.toString(), "", "cannot be listed: " + e.getMessage()));
      return List.of();
    }
  }

  /** A drop-in is read strictly: an unknown or repeated key is an error. */
  private Optional<JsonNode> readDropIn(Path file, FieldValues sources) {
    switch (ConfigFileReader.read(file)) {
      case Unreadable unreadable ->
          problems.add(new Problem(file.toString(), "", unreadable.rule()));
      case Parsed parsed -> {
        DecodeReport report = new DecodeReport();
        sources.putAll(FieldReader.read(parsed.root(), file.toString(), report));
        refuse(file, report.invalid());
        refuse(file, report.unknown());
        parsed.duplicates().forEach(key -> problems.add(new Problem(file.toString(), "", key)));
        return Optional.of(parsed.root());
      }
    }
    return Optional.empty();
  }

  private void refuse(Path file, List<Remark> remarks) {
    for (Remark remark : remarks) {
      problems.add(new Problem(file.toString(), remark.path(), remark.rule()));
    }
  }

  private Map<String, Boolean> flagGates() {
    return layers.flags().orZero(NodeFields.FEATURE_GATES);
  }

  /** A flag replaces a field; only feature gates are joined, gate by gate. */
  private void applyFlags(FieldValues values) {
    Map<String, Boolean> gates = new TreeMap<>(values.orZero(NodeFields.FEATURE_GATES));
    values.putAll(layers.flags());
    gates.putAll(flagGates());
    values.put(NodeFields.FEATURE_GATES, Collections.unmodifiableMap(gates));
  }
}
