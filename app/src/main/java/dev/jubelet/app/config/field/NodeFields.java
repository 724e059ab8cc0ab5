package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.BOOL_MAP;
import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.INT32;
import static dev.jubelet.app.config.field.Types.PRIORITY_GRACE_PERIODS;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.TAINTS;

import dev.jubelet.app.config.value.NodeTaint;
import dev.jubelet.app.config.value.PriorityGracePeriod;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The Node object, the API server client, shutdown and feature gates. */
public final class NodeFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<Map<String, Boolean>> FEATURE_GATES =
      FIELDS.honours("featureGates", BOOL_MAP.plain());
  public static final Field<Duration> NODE_STATUS_UPDATE_FREQUENCY =
      FIELDS.honours("nodeStatusUpdateFrequency", DURATION.plain(Duration.ofSeconds(10)));
  public static final Field<Duration> NODE_STATUS_REPORT_FREQUENCY =
      FIELDS.honours("nodeStatusReportFrequency", DURATION.plain(Duration.ofMinutes(5)));
  public static final Field<Integer> NODE_LEASE_DURATION_SECONDS =
      FIELDS.honours("nodeLeaseDurationSeconds", INT32.plain(40));
  public static final Field<Integer> NODE_STATUS_MAX_IMAGES =
      FIELDS.honours("nodeStatusMaxImages", INT32.pointer(50));
  public static final Field<Integer> EVENT_RECORD_QPS =
      FIELDS.honours("eventRecordQPS", INT32.pointer(50));
  public static final Field<Integer> EVENT_BURST = FIELDS.honours("eventBurst", INT32.plain(100));
  public static final Field<String> CONTENT_TYPE =
      FIELDS.ignores("contentType", STRING.plain("application/vnd.kubernetes.protobuf"));
  public static final Field<Integer> KUBE_API_QPS = FIELDS.honours("kubeAPIQPS", INT32.pointer(50));
  public static final Field<Integer> KUBE_API_BURST =
      FIELDS.honours("kubeAPIBurst", INT32.plain(100));
  public static final Field<String> PROVIDER_ID = FIELDS.honours("providerID", STRING.plain());
  public static final Field<Boolean> REGISTER_NODE =
      FIELDS.honours("registerNode", BOOL.pointer(true));
  public static final Field<List<NodeTaint>> REGISTER_WITH_TAINTS =
      FIELDS.honours("registerWithTaints", TAINTS.plain());
  public static final Field<Duration> SHUTDOWN_GRACE_PERIOD =
      FIELDS.honours("shutdownGracePeriod", DURATION.plain());
  public static final Field<Duration> SHUTDOWN_GRACE_PERIOD_CRITICAL_PODS =
      FIELDS.honours("shutdownGracePeriodCriticalPods", DURATION.plain());
  public static final Field<List<PriorityGracePeriod>> SHUTDOWN_GRACE_PERIOD_BY_POD_PRIORITY =
      FIELDS.honours("shutdownGracePeriodByPodPriority", PRIORITY_GRACE_PERIODS.plain());

  static final List<Field<?>> ALL = FIELDS.all();

  private NodeFields() {}
}
