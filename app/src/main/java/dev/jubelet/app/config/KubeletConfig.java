package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.app.config.LoggingConfig.Format;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.LoggingFields;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.features.FeatureGates;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The effective configuration: a value for every field that has one. Fields are the keys, so {@code
 * config.get(ServerFields.PORT)} is an {@code int}. Immutable; safe on any thread.
 */
public final class KubeletConfig {
  private final FieldValues values;
  private final FeatureGates features;

  public KubeletConfig(FieldValues values) {
    this.values = new FieldValues(values);
    this.features = FeatureGates.resolve(values.orZero(NodeFields.FEATURE_GATES)).gates();
  }

  /** The value, or the zero of its type (0, "", an empty list) when the field is unset. */
  public <T> T get(Field<T> field) {
    return values.orZero(field);
  }

  /** Empty when the field is unset, for those where that differs from zero. */
  public <T> Optional<T> find(Field<T> field) {
    @Nullable T value = values.get(field);
    return Optional.ofNullable(value);
  }

  /** The file or flag that set the field; empty when it is a default. */
  public String source(Field<?> field) {
    return values.source(field);
  }

  public FeatureGates features() {
    return features;
  }

  public LoggingConfig logging() {
    Format format = get(LoggingFields.LOGGING_FORMAT).equals("json") ? Format.JSON : Format.TEXT;
    int verbosity = (int) Math.min(get(LoggingFields.LOGGING_VERBOSITY), Integer.MAX_VALUE);
    return new LoggingConfig(format, verbosity, get(LoggingFields.LOGGING_VMODULE));
  }

  /** The same configuration with one value changed, such as the runtime's own cgroup driver. */
  public <T> KubeletConfig with(Field<T> field, T value, String source) {
    FieldValues changed = new FieldValues(values);
    changed.put(field, value, source);
    return new KubeletConfig(changed);
  }

  /** The v1beta1 document that {@code /configz} shows, secrets masked; a new tree each time. */
  public ObjectNode toJson() {
    return FieldWriter.write(values);
  }

  @Override
  public String toString() {
    return toJson().toString();
  }
}
