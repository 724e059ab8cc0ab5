package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.INT32;
import static dev.jubelet.app.config.field.Types.INT64;
import static dev.jubelet.app.config.field.Types.SHOWN_STRING;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.STRINGS;

import java.time.Duration;
import java.util.List;

/** The container runtime, images, container logs and restarts. */
public final class RuntimeFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<String> CONTAINER_RUNTIME_ENDPOINT =
      FIELDS.honours(
          "containerRuntimeEndpoint", SHOWN_STRING.plain("unix:///run/containerd/containerd.sock"));
  public static final Field<String> IMAGE_SERVICE_ENDPOINT =
      FIELDS.honours("imageServiceEndpoint", STRING.plain());
  public static final Field<Duration> RUNTIME_REQUEST_TIMEOUT =
      FIELDS.honours("runtimeRequestTimeout", DURATION.plain(Duration.ofMinutes(2)));
  public static final Field<Integer> REGISTRY_PULL_QPS =
      FIELDS.honours("registryPullQPS", INT32.pointer(5));
  public static final Field<Integer> REGISTRY_BURST =
      FIELDS.honours("registryBurst", INT32.plain(10));
  public static final Field<Boolean> SERIALIZE_IMAGE_PULLS =
      FIELDS.honours("serializeImagePulls", BOOL.pointer(true));
  public static final Field<Integer> MAX_PARALLEL_IMAGE_PULLS =
      FIELDS.honours("maxParallelImagePulls", INT32.pointer());
  public static final Field<String> IMAGE_PULL_CREDENTIALS_VERIFICATION_POLICY =
      FIELDS.honours(
          "imagePullCredentialsVerificationPolicy", STRING.plain("NeverVerifyPreloadedImages"));
  public static final Field<List<String>> PRELOADED_IMAGES_VERIFICATION_ALLOWLIST =
      FIELDS.honours("preloadedImagesVerificationAllowlist", STRINGS.plain());
  public static final Field<Duration> IMAGE_MINIMUM_GC_AGE =
      FIELDS.honours("imageMinimumGCAge", DURATION.plain(Duration.ofMinutes(2)));
  public static final Field<Duration> IMAGE_MAXIMUM_GC_AGE =
      FIELDS.honours("imageMaximumGCAge", DURATION.plain());
  public static final Field<Integer> IMAGE_GC_HIGH_THRESHOLD_PERCENT =
      FIELDS.honours("imageGCHighThresholdPercent", INT32.pointer(85));
  public static final Field<Integer> IMAGE_GC_LOW_THRESHOLD_PERCENT =
      FIELDS.honours("imageGCLowThresholdPercent", INT32.pointer(80));
  public static final Field<String> CONTAINER_LOG_MAX_SIZE =
      FIELDS.honours("containerLogMaxSize", STRING.plain("10Mi"));
  public static final Field<Integer> CONTAINER_LOG_MAX_FILES =
      FIELDS.honours("containerLogMaxFiles", INT32.pointer(5));
  public static final Field<Integer> CONTAINER_LOG_MAX_WORKERS =
      FIELDS.honours("containerLogMaxWorkers", INT32.pointer(1));
  public static final Field<Duration> CONTAINER_LOG_MONITOR_INTERVAL =
      FIELDS.honours("containerLogMonitorInterval", DURATION.pointer(Duration.ofSeconds(10)));
  public static final Field<Duration> MAX_CONTAINER_RESTART_PERIOD =
      FIELDS.honours(
          "crashLoopBackOff.maxContainerRestartPeriod", DURATION.pointer(Duration.ofMinutes(5)));
  public static final Field<Boolean> SECCOMP_DEFAULT =
      FIELDS.honours("seccompDefault", BOOL.pointer(false));
  public static final Field<Integer> OOM_SCORE_ADJ =
      FIELDS.honours("oomScoreAdj", INT32.pointer(-999));
  public static final Field<Long> MAX_OPEN_FILES =
      FIELDS.honours("maxOpenFiles", INT64.plain(1_000_000L));
  public static final Field<Boolean> RUN_ONCE = FIELDS.honours("runOnce", BOOL.plain());

  static final List<Field<?>> ALL = FIELDS.all();

  private RuntimeFields() {}
}
