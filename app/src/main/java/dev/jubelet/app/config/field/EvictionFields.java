package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.INT32;
import static dev.jubelet.app.config.field.Types.STRING_MAP;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** When the node counts as short of a resource, and how pods then leave it. */
public final class EvictionFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<Map<String, String>> EVICTION_HARD =
      FIELDS.honours("evictionHard", STRING_MAP.pointer());
  public static final Field<Map<String, String>> EVICTION_SOFT =
      FIELDS.honours("evictionSoft", STRING_MAP.plain());
  public static final Field<Map<String, String>> EVICTION_SOFT_GRACE_PERIOD =
      FIELDS.honours("evictionSoftGracePeriod", STRING_MAP.plain());
  public static final Field<Duration> EVICTION_PRESSURE_TRANSITION_PERIOD =
      FIELDS.honours("evictionPressureTransitionPeriod", DURATION.plain(Duration.ofMinutes(5)));
  public static final Field<Integer> EVICTION_MAX_POD_GRACE_PERIOD =
      FIELDS.honours("evictionMaxPodGracePeriod", INT32.plain());
  public static final Field<Map<String, String>> EVICTION_MINIMUM_RECLAIM =
      FIELDS.honours("evictionMinimumReclaim", STRING_MAP.plain());
  public static final Field<Boolean> MERGE_DEFAULT_EVICTION_SETTINGS =
      FIELDS.honours("mergeDefaultEvictionSettings", BOOL.pointer(false));
  public static final Field<Boolean> KERNEL_MEMCG_NOTIFICATION =
      FIELDS.parses("kernelMemcgNotification", BOOL.plain());

  static final List<Field<?>> ALL = FIELDS.all();

  private EvictionFields() {}
}
