package dev.jubelet.app.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.apiserver.ApiListener;
import dev.jubelet.edge.apiserver.auth.PluginListener;
import dev.jubelet.edge.cri.CriCalls;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.image.PullListener.Known;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.Admission;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.worker.StepKind;
import dev.jubelet.probe.schedule.ProbeKind;
import dev.jubelet.probe.schedule.Verdict;
import dev.jubelet.resource.eviction.EvictionSignal;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MetersTest {
  private static final ObservedPod NOTHING =
      ObservedPod.nothing(new PodUid("u1"), new PodKey("default", "web"), Instant.EPOCH);
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("default")
          .withUid("u1")
          .endMetadata()
          .withNewSpec()
          .addNewInitContainer()
          .withName("prepare")
          .endInitContainer()
          .addNewContainer()
          .withName("main")
          .endContainer()
          .endSpec()
          .build();
  private static final PodStatus RUNNING = new PodStatusBuilder().withPhase("Running").build();

  private final ManualTimers timers = new ManualTimers();
  private final Meters meters = new Meters(timers);
  private final Timeline timeline = new Timeline(timers, 10, 10, meters.pods, Tracer.OFF);

  @Test
  void callsOfTheRuntimeAreCountedTimedAndTheirErrorsToo() {
    CriCalls.Running good = meters.cri.started("version");
    timers.advance(Duration.ofMillis(10));
    good.succeeded();
    meters
        .cri
        .started("run_podsandbox")
        .failed(new CriException(CriException.Kind.TIMEOUT, "RunPodSandbox", "late"));
    assertThat(main())
        .contains(
            "kubelet_runtime_operations_total{operation_type=\"version\"} 1",
            "kubelet_runtime_operations_duration_seconds_bucket"
                + "{operation_type=\"version\",le=\"0.005\"} 0",
            "kubelet_runtime_operations_duration_seconds_bucket"
                + "{operation_type=\"version\",le=\"0.0125\"} 1",
            "kubelet_runtime_operations_errors_total{operation_type=\"run_podsandbox\"} 1",
            "kubelet_run_podsandbox_errors_total{runtime_handler=\"\"} 1");
  }

  @Test
  void onlyARuntimeThatWillLoseSupportHasAMetricForIt() {
    assertThat(main()).doesNotContain("kubelet_cri_losing_support");
    meters.cri.losesSupport();
    assertThat(main())
        .contains(
            "# TYPE kubelet_cri_losing_support gauge",
            "kubelet_cri_losing_support{version=\"1.37.0\"} 1");
  }

  @Test
  void requestsToTheApiServerAreCountedTimedAndMeasured() {
    ApiListener.Target get = new ApiListener.Target("GET", "10.0.0.1:6443");
    meters.api.limited(get, Duration.ZERO);
    meters.api.sent(get, 0);
    meters.api.answered(get, 0, false);
    meters.api.answered(get, 200, true);
    meters.api.received(get, 300);
    meters.api.ended(get, Duration.ofMillis(30));
    meters.api.called(PluginListener.Outcome.FAILED, 3);
    assertThat(main())
        .contains(
            "rest_client_exec_plugin_call_total"
                + "{code=\"3\",call_status=\"plugin_execution_error\"} 1",
            "rest_client_requests_total"
                + "{code=\"<error>\",method=\"GET\",host=\"10.0.0.1:6443\"} 1",
            "rest_client_requests_total{code=\"200\",method=\"GET\",host=\"10.0.0.1:6443\"} 1",
            "rest_client_request_retries_total"
                + "{code=\"200\",verb=\"GET\",host=\"10.0.0.1:6443\"} 1",
            "rest_client_request_duration_seconds_bucket"
                + "{verb=\"GET\",host=\"10.0.0.1:6443\",le=\"0.1\"} 1",
            "rest_client_rate_limiter_duration_seconds_count"
                + "{verb=\"GET\",host=\"10.0.0.1:6443\"} 1",
            "rest_client_request_size_bytes_bucket"
                + "{verb=\"GET\",host=\"10.0.0.1:6443\",le=\"64\"} 1",
            "rest_client_response_size_bytes_bucket"
                + "{verb=\"GET\",host=\"10.0.0.1:6443\",le=\"512\"} 1");
  }

  @Test
  void aStartIsTimedFromBeingSeenWithAndWithoutThePull() {
    timeline.mark("u1", "seen", "");
    timers.advance(Duration.ofMillis(200));
    meters.pods.syncing(POD);
    Timeline.Step pull = timeline.begin("u1", "image", "");
    timers.advance(Duration.ofSeconds(4));
    pull.end("");
    timers.advance(Duration.ofMillis(800));
    meters.pods.actuated(POD, started("main"));
    meters.pods.reported(POD, NOTHING, RUNNING);
    meters.pods.reported(POD, NOTHING, RUNNING);
    assertThat(main())
        .contains(
            "kubelet_pod_worker_start_duration_seconds_sum 0.2",
            "kubelet_pod_start_duration_seconds_sum 5",
            "kubelet_pod_start_duration_seconds_count 1",
            "kubelet_pod_start_sli_duration_seconds_sum 1",
            "kubelet_first_network_pod_start_sli_duration_seconds 1",
            "kubelet_containers_per_pod_count_sum 1",
            "jubelet_pod_step_duration_seconds_count{step=\"image\",outcome=\"ok\"} 1");
  }

  @Test
  void aPodThatRanAlreadyIsNoStart() {
    timeline.mark("u1", "seen", "");
    meters.pods.syncing(POD);
    meters.pods.reported(POD, NOTHING, RUNNING);
    assertThat(main()).contains("kubelet_pod_start_duration_seconds_count 0");
  }

  @Test
  void startsOfContainersAreCountedByTheirKindAndError() {
    StartError error = new StartError(WaitReason.ERR_IMAGE_PULL, "no such image");
    meters.pods.actuated(
        POD, new ActuationOutcome(true, Set.of("prepare"), Map.of("main", error), null, null));
    assertThat(main())
        .contains(
            "kubelet_started_containers_total{container_type=\"init_container\"} 1",
            "kubelet_started_containers_total{container_type=\"container\"} 1",
            "kubelet_started_containers_errors_total"
                + "{container_type=\"container\",code=\"ErrImagePull\"} 1");
  }

  @Test
  void sandboxesAreStartsOfPods() {
    timeline.begin("u1", "sandbox", "").end("no network");
    timeline.begin("u1", "sandbox", "").end("");
    assertThat(main())
        .contains("kubelet_started_pods_total 2", "kubelet_started_pods_errors_total 1");
  }

  @ParameterizedTest
  @CsvSource({
    "OutOfcpu, OutOfcpu",
    "OutOfnvidia.com/gpu, OutOfExtendedResources",
    "NodeAffinity, Other",
    "SysctlForbidden, SysctlForbidden"
  })
  void rejectionsHaveKnownReasons(String reason, String label) {
    meters.pods.rejected(POD, new Admission.Rejected(reason, ""));
    assertThat(main()).contains("kubelet_admission_rejections_total{reason=\"" + label + "\"} 1");
  }

  @Test
  void startsOfPodsWithUsersOfTheirOwnAreCountedApart() {
    Pod apart = new PodBuilder(POD).editSpec().withHostUsers(false).endSpec().build();
    ActuationOutcome outcome = new ActuationOutcome(true, Set.of(), Map.of(), null, null);
    timeline.begin("u1", "sandbox", "").end("");
    meters.pods.actuated(POD, outcome);
    timeline.begin("u1", "sandbox", "").end("no subordinate IDs");
    meters.pods.actuated(apart, outcome);
    meters.pods.actuated(apart, outcome);
    timeline.begin("u1", "sandbox", "").end("");
    meters.pods.actuated(apart, outcome);
    assertThat(main())
        .contains(
            "kubelet_started_user_namespaced_pods_total 2",
            "kubelet_started_user_namespaced_pods_errors_total 1");
  }

  @Test
  void writtenStatusesAreTimed() {
    meters.statuses.written(Duration.ofMillis(20));
    assertThat(main())
        .contains(
            "kubelet_pod_status_sync_duration_seconds_bucket{le=\"0.05\"} 1",
            "kubelet_pod_status_sync_duration_seconds_sum 0.02");
  }

  @Test
  void theStartOfANewNodeIsTimedFromTheBoot() {
    StartupMeter startup =
        new StartupMeter(meters.main, timers, timers.now().minus(Duration.ofSeconds(60)));
    timers.advance(Duration.ofSeconds(1));
    startup.trying();
    timers.advance(Duration.ofSeconds(2));
    startup.trying();
    startup.created();
    timers.advance(Duration.ofSeconds(4));
    startup.observed(node("False"));
    assertThat(main()).contains("kubelet_node_startup_duration_seconds 0");
    startup.observed(node("True"));
    timers.advance(Duration.ofSeconds(8));
    startup.observed(node("True"));
    assertThat(main())
        .contains(
            "kubelet_node_startup_pre_kubelet_duration_seconds 60",
            "kubelet_node_startup_pre_registration_duration_seconds 1",
            "kubelet_node_startup_registration_duration_seconds 2",
            "kubelet_node_startup_post_registration_duration_seconds 4",
            "kubelet_node_startup_duration_seconds 67");
  }

  @Test
  void theStartOfAKnownNodeWasAnothers() {
    StartupMeter startup = new StartupMeter(meters.main, timers, timers.now());
    startup.trying();
    timers.advance(Duration.ofSeconds(1));
    startup.observed(node("True"));
    assertThat(main())
        .contains(
            "kubelet_node_startup_registration_duration_seconds 0",
            "kubelet_node_startup_duration_seconds 0");
  }

  private static Node node(String ready) {
    return new NodeBuilder()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready)
        .endCondition()
        .endStatus()
        .build();
  }

  @Test
  void podsThatMadeRoomAreCountedByWhatWasShort() {
    meters.pods.preempted(2, "memory");
    assertThat(main()).contains("kubelet_preemptions{preemption_signal=\"memory\"} 2");
  }

  @Test
  void evictedPodsAreCountedByWhatTheyUsedTooMuchOf() {
    meters.evictions.evicted(EvictionSignal.EMPTY_DIR_LIMIT.wireName());
    meters.evictions.evicted(EvictionSignal.POD_STORAGE_LIMIT.wireName());
    meters.evictions.evicted(EvictionSignal.CONTAINER_STORAGE_LIMIT.wireName());
    assertThat(main())
        .contains(
            "kubelet_evictions{eviction_signal=\"emptydirfs.limit\"} 1",
            "kubelet_evictions{eviction_signal=\"ephemeralpodfs.limit\"} 1",
            "kubelet_evictions{eviction_signal=\"ephemeralcontainerfs.limit\"} 1");
  }

  @Test
  void whatBecameOfHooksIsCounted() {
    meters.hooks.fellBackToHttp();
    meters.hooks.sleepBrokenOff();
    assertThat(main())
        .contains(
            "kubelet_lifecycle_handler_http_fallbacks_total 1",
            "kubelet_sleep_action_terminated_early_total 1");
  }

  @Test
  void ephemeralContainersOfWantedPodsAreCounted() {
    Pod debugged =
        new PodBuilder(POD)
            .editSpec()
            .addNewEphemeralContainer()
            .withName("debugger")
            .endEphemeralContainer()
            .endSpec()
            .build();
    PodGauges.addTo(meters.main, () -> List.of(POD, debugged), pod -> false, List::of);
    assertThat(main()).contains("kubelet_managed_ephemeral_containers 1");
  }

  @Test
  void stepsOfWorkersAreTimedByTheirPurpose() {
    meters.pods.stepped(StepKind.KILL, Duration.ofSeconds(2));
    assertThat(main())
        .contains("kubelet_pod_worker_duration_seconds_sum{operation_type=\"kill\"} 2");
  }

  @Test
  void listingsAreTimedAndSoIsTheTimeBetweenThem() {
    meters.watch.relisted(0, Duration.ofMillis(20).toNanos());
    meters.watch.podRead(Duration.ofMillis(30));
    timers.advance(Duration.ofSeconds(1));
    meters.watch.relisted(Duration.ofSeconds(1).toNanos(), Duration.ofSeconds(1).toNanos());
    assertThat(main())
        .contains(
            "kubelet_pleg_relist_duration_seconds_count 2",
            "kubelet_pleg_relist_duration_seconds_sum 0.02",
            "kubelet_pleg_pod_relist_duration_seconds_sum 0.03",
            "kubelet_pleg_discard_events 0",
            "kubelet_pleg_relist_interval_seconds_sum 1");
  }

  @Test
  void theProbesOfAPodAreShownUntilItIsForgotten() {
    meters.probes.probed(POD, "main", ProbeKind.READINESS, Verdict.FAILURE, Duration.ofMillis(5));
    assertThat(text(meters.probePage))
        .contains(
            "prober_probe_total{probe_type=\"Readiness\",result=\"failed\",container=\"main\","
                + "pod=\"web\",namespace=\"default\",pod_uid=\"u1\"} 1");
    meters.probes.forgotten(new PodUid("u1"));
    assertThat(text(meters.probePage)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, N/A",
    "1, 0-10MB",
    "10485760, 0-10MB",
    "10485761, 10MB-100MB",
    "1073741825, 1GB-5GB",
    "64424509441, 60GB-100GB",
    "107374182401, GT100GB"
  })
  void pullsAreTimedByTheSizeOfTheImage(long bytes, String label) {
    meters.pulls.asked("always", Known.UNKNOWN, Known.TRUE);
    meters.pulls.pulled(Duration.ofSeconds(3), bytes);
    assertThat(main())
        .contains(
            "kubelet_image_pull_duration_seconds_count{image_size_in_bytes=\"" + label + "\"} 1",
            "kubelet_image_manager_ensure_image_requests_total"
                + "{pull_policy=\"always\",present_locally=\"unknown\",pull_required=\"true\"} 1");
  }

  private static ActuationOutcome started(String container) {
    return new ActuationOutcome(true, Set.of(container), Map.of(), null, null);
  }

  private List<String> main() {
    return text(meters.main);
  }

  private static List<String> text(MetricRegistry registry) {
    return joined(registry.text(Format.PROMETHEUS)).lines().toList();
  }

  private static String joined(List<byte[]> pieces) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    pieces.forEach(whole::writeBytes);
    return whole.toString(StandardCharsets.UTF_8);
  }
}
