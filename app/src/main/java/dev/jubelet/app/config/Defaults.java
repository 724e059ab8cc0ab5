package dev.jubelet.app.config;

import dev.jubelet.app.config.field.EvictionFields;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.KubeletFields;
import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.features.FeatureGates;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fills what a document left unset. Most defaults are a column of the field table; the few that
 * depend on another field or on a gate are here.
 */
public final class Defaults {
  private static final int LEGACY_READ_ONLY_PORT = 10255;
  private static final Map<String, String> EVICTION_HARD =
      Map.of(
          "memory.available", "100Mi",
          "nodefs.available", "10%",
          "nodefs.inodesFree", "5%",
          "imagefs.available", "15%",
          "imagefs.inodesFree", "5%");

  private Defaults() {}

  /** The starting point of a kubelet that is given no {@code --config}. */
  public static FieldValues withoutFile() {
    FieldValues values = new FieldValues();
    fill(values, Map.of());
    values.put(ServerFields.ANONYMOUS_ENABLED, true);
    values.put(ServerFields.TOKEN_WEBHOOK_ENABLED, false);
    values.put(ServerFields.AUTHORIZATION_MODE, "AlwaysAllow");
    values.put(ServerFields.READ_ONLY_PORT, LEGACY_READ_ONLY_PORT);
    return values;
  }

  /** Gates set by flags count here because they are known before any file is read. */
  static void fill(FieldValues values, Map<String, Boolean> flagGates) {
    Map<String, Boolean> wishes = new HashMap<>(flagGates);
    wishes.putAll(values.orZero(NodeFields.FEATURE_GATES));
    FeatureGates gates = FeatureGates.resolve(wishes).gates();
    followUpdateFrequency(values);
    followParallelPulls(values);
    for (Field<?> field : KubeletFields.ALL) {
      if (!isSwitchedOff(field, gates)) {
        fillOne(values, field);
      }
    }
    normalizePidsLimit(values);
  }

  private static <T> void fillOne(FieldValues values, Field<T> field) {
    T fallback = field.fallback();
    if (field.isUnset(values.get(field)) && fallback != null) {
      values.put(field, fallback);
    }
  }

  private static boolean isSwitchedOff(Field<?> field, FeatureGates gates) {
    return (field == RuntimeFields.MAX_CONTAINER_RESTART_PERIOD
            && !gates.enabled("KubeletCrashLoopBackOffMax"))
        || (field == RuntimeFields.IMAGE_PULL_CREDENTIALS_VERIFICATION_POLICY
            && !gates.enabled("KubeletEnsureSecretPulledImages"));
  }

  private static void followUpdateFrequency(FieldValues values) {
    Duration update = values.orZero(NodeFields.NODE_STATUS_UPDATE_FREQUENCY);
    boolean reportUnset =
        NodeFields.NODE_STATUS_REPORT_FREQUENCY.isUnset(
            values.get(NodeFields.NODE_STATUS_REPORT_FREQUENCY));
    if (reportUnset && !update.isZero()) {
      values.put(NodeFields.NODE_STATUS_REPORT_FREQUENCY, update);
    }
  }

  private static void followParallelPulls(FieldValues values) {
    Integer parallel = values.get(RuntimeFields.MAX_PARALLEL_IMAGE_PULLS);
    if (values.get(RuntimeFields.SERIALIZE_IMAGE_PULLS) == null
        && parallel != null
        && parallel >= 2) {
      values.put(RuntimeFields.SERIALIZE_IMAGE_PULLS, false);
    }
  }

  private static void normalizePidsLimit(FieldValues values) {
    if (values.orZero(PodFields.POD_PIDS_LIMIT) < 0) {
      values.put(PodFields.POD_PIDS_LIMIT, -1L);
    }
  }

  /** Only a kubelet with a {@code --config} gets default thresholds. */
  static void fillEvictionHard(FieldValues values) {
    @Nullable Map<String, String> thresholds = values.get(EvictionFields.EVICTION_HARD);
    if (thresholds != null && !values.orZero(EvictionFields.MERGE_DEFAULT_EVICTION_SETTINGS)) {
      return;
    }
    Map<String, String> merged = new TreeMap<>(EVICTION_HARD);
    if (thresholds != null) {
      merged.putAll(thresholds);
    }
    values.put(EvictionFields.EVICTION_HARD, Collections.unmodifiableMap(merged));
  }
}
