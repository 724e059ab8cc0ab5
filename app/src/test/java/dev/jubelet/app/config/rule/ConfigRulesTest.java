package dev.jubelet.app.config.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.Fixture;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.value.CpuList;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigRulesTest {
  @TempDir Path directory;

  private List<String> problems(String body) {
    return ConfigRules.check(Fixture.config(directory, body)).stream()
        .map(problem -> problem.field() + ": " + problem.rule())
        .toList();
  }

  private void assertRefused(String body, String problem) {
    assertThat(problems(body)).singleElement().asString().startsWith(problem);
  }

  @Test
  void theDefaultsBreakNoRule() {
    assertThat(problems("")).isEmpty();
  }

  @Test
  void aProblemNamesItsFile() {
    assertThat(ConfigRules.check(Fixture.config(directory, "maxPods: -1")))
        .extracting(Problem::message)
        .containsExactly(
            directory.resolve("kubelet.yaml") + ": maxPods: must be 0 or greater, but is -1");
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    assertThat(problems("maxPods: -1\nport: 70000\nrunOnce: true\nfeatureGates: {Nope: true}"))
        .hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: -1 | port: must be between 1 and 65535",
        "port: 65536 | port: must be between 1 and 65535",
        "readOnlyPort: 65536 | readOnlyPort: must be between 0",
        "healthzPort: -1 | healthzPort: must be between 0",
        "address: localhost | address: must be an IP address",
        "tlsMinVersion: TLS12 | tlsMinVersion: must be one of",
        "tlsCipherSuites: [NOPE] | tlsCipherSuites: unknown cipher suite",
        "tlsCurvePreferences: [1] | tlsCurvePreferences: unknown curve number 1",
        "authorization: {mode: RBAC} | authorization.mode: must be one of AlwaysAllow, Webhook",
        "{enableSystemLogQuery: true, enableSystemLogHandler: false} | enableSystemLogQuery: needs",
        "showHiddenMetricsForVersion: '1.34' | showHiddenMetricsForVersion: must be one of",
        "{serverTLSBootstrap: true, featureGates: {RotateKubeletServerCertificate: false}} | serverTLSBootstrap: needs"
      })
  void serverRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "syncFrequency: -1s | syncFrequency: must be longer than 0s, but is -1s",
        "podLogsDir: /var/log/../x | podLogsDir: must be an absolute, normalized",
        "podLogsDir: /var/log/ | podLogsDir: must be an absolute, normalized",
        "podLogsDir: /var/lög | podLogsDir: must consist of ASCII",
        "oomScoreAdj: -1001 | oomScoreAdj: must be between -1000 and 1000",
        "maxOpenFiles: -1 | maxOpenFiles: must be 0 or greater",
        "runOnce: true | runOnce: must stay false",
        "containerLogMaxFiles: 1 | containerLogMaxFiles: must be 2 or greater",
        "containerLogMaxWorkers: 0 | containerLogMaxWorkers: must be 1 or greater",
        "containerLogMonitorInterval: 2s | containerLogMonitorInterval: must be 3s or longer",
        "containerLogMaxSize: ten | containerLogMaxSize: \"ten\" is not a quantity",
        "containerLogMaxSize: '0.5' | containerLogMaxSize: must be a whole number",
        "crashLoopBackOff: {maxContainerRestartPeriod: 301s} | crashLoopBackOff.maxContainerRestartPeriod: must be between 1s and 300s",
        "{crashLoopBackOff: {maxContainerRestartPeriod: 5s}, featureGates: {KubeletCrashLoopBackOffMax: false}} | crashLoopBackOff.maxContainerRestartPeriod: must not be set"
      })
  void runtimeRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "registryPullQPS: -1 | registryPullQPS: must be 0 or greater",
        "registryBurst: -1 | registryBurst: must be 0 or greater",
        "maxParallelImagePulls: 0 | maxParallelImagePulls: must be 1 or greater",
        "{maxParallelImagePulls: 2, serializeImagePulls: true} | maxParallelImagePulls: must be 1 unless",
        "imageGCHighThresholdPercent: 101 | imageGCHighThresholdPercent: must be between 0 and 100",
        "imageGCLowThresholdPercent: 85 | imageGCLowThresholdPercent: must be less than",
        "imageMinimumGCAge: -1s | imageMinimumGCAge: must not be negative",
        "imageMaximumGCAge: 2m | imageMaximumGCAge: must be longer than imageMinimumGCAge",
        "imagePullCredentialsVerificationPolicy: Maybe | imagePullCredentialsVerificationPolicy: must be one of",
        "preloadedImagesVerificationAllowlist: [a] | preloadedImagesVerificationAllowlist: may only be set",
        "{imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages, preloadedImagesVerificationAllowlist: ['a:1']} | preloadedImagesVerificationAllowlist: \"a:1\" must be",
        "{imagePullCredentialsVerificationPolicy: NeverVerify, featureGates: {KubeletEnsureSecretPulledImages: false}} | imagePullCredentialsVerificationPolicy: must not be set"
      })
  void imageRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "podsPerCore: -1 | podsPerCore: must be 0 or greater",
        "iptablesDropBit: 32 | iptablesDropBit: must be between 0 and 31",
        "hairpinMode: odd | hairpinMode: must be one of",
        "configMapAndSecretChangeDetectionStrategy: Poll | configMapAndSecretChangeDetectionStrategy: must",
        "cpuCFSQuotaPeriod: 2s | cpuCFSQuotaPeriod: must be between 1ms and 1s",
        "{cpuCFSQuotaPeriod: 50ms, featureGates: {CustomCPUCFSQuotaPeriod: false}} | cpuCFSQuotaPeriod: must be 100ms",
        "userNamespaces: {idsPerPod: 65537} | userNamespaces.idsPerPod: must be a multiple",
        "userNamespaces: {idsPerPod: 65536000000} | userNamespaces.idsPerPod: must be between",
        "allowedUnsafeSysctls: [kernel.panic] | allowedUnsafeSysctls: \"kernel.panic\" is not",
        "allowedUnsafeSysctls: ['net.*.x'] | allowedUnsafeSysctls: \"net.*.x\" is not"
      })
  void podRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cgroupDriver: other | cgroupDriver: must be one of",
        "systemCgroups: /sys | systemCgroups: needs cgroupRoot",
        "memorySwap: {swapBehavior: UnlimitedSwap} | memorySwap.swapBehavior: must be one of",
        "memoryThrottlingFactor: 1.5 | memoryThrottlingFactor: must be greater than 0",
        "memoryReservationPolicy: TieredReservation | memoryReservationPolicy: needs the feature gate",
        "systemReserved: {gpu: '1'} | systemReserved[gpu]: only cpu, memory",
        "kubeReserved: {cpu: '-1'} | kubeReserved[cpu]: must not be negative",
        "kubeReserved: {cpu: lots} | kubeReserved[cpu]: \"lots\" is not a quantity",
        "reservedSystemCPUs: 1-x | reservedSystemCPUs: \"1-x\" is not a CPU list",
        "{reservedSystemCPUs: '0', kubeReservedCgroup: /k} | reservedSystemCPUs: cannot be used",
        "cpuManagerPolicy: odd | cpuManagerPolicy: must be one of",
        "memoryManagerPolicy: static | memoryManagerPolicy: must be one of",
        "topologyManagerPolicy: odd | topologyManagerPolicy: must be one of",
        "topologyManagerScope: node | topologyManagerScope: must be one of"
      })
  void resourceRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "enforceNodeAllocatable: [pods, pods] | enforceNodeAllocatable: \"pods\" stands twice",
        "enforceNodeAllocatable: [most] | enforceNodeAllocatable: \"most\" is not one of",
        "enforceNodeAllocatable: [none, pods] | enforceNodeAllocatable: \"none\" must stand alone",
        "enforceNodeAllocatable: [system-reserved] | systemReservedCgroup: must be set",
        "enforceNodeAllocatable: [kube-reserved-compressible] | kubeReservedCgroup: must be set",
        "{kubeReservedCgroup: /k, enforceNodeAllocatable: [kube-reserved, kube-reserved-compressible]} | enforceNodeAllocatable: \"kube-reserved\" and",
        "cgroupsPerQOS: false | cgroupsPerQOS: must be true",
        "qosReserved: {memory: 50%} | qosReserved: needs the feature gate QOSReserved",
        "{qosReserved: {cpu: 50%}, featureGates: {QOSReserved: true}} | qosReserved[cpu]: only memory",
        "reservedMemory: [{numaNode: 0, limits: {disk: 1Gi}}] | reservedMemory[numaNode 0][disk]: must be memory",
        "reservedMemory: [{numaNode: 0, limits: {memory: 0}}] | reservedMemory[numaNode 0][memory]: must be greater",
        "reservedMemory: [{limits: {memory: 1}}, {limits: {memory: 1}}] | reservedMemory[numaNode 0][memory]: stands twice"
      })
  void allocatableRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "evictionHard: {disk.free: 1Gi} | evictionHard[disk.free]: is not a known",
        "evictionHard: {memory.available: 101%} | evictionHard[memory.available]: must be between 0%",
        "evictionHard: {memory.available: x%} | evictionHard[memory.available]: \"x%\" is not a percentage",
        "evictionHard: {memory.available: '-1'} | evictionHard[memory.available]: must not be negative",
        "evictionSoft: {memory.available: 1Gi} | evictionSoft[memory.available]: needs a grace period",
        "evictionSoftGracePeriod: {memory.available: -1s} | evictionSoftGracePeriod[memory.available]: must not",
        "evictionSoftGracePeriod: {memory.available: soon} | evictionSoftGracePeriod[memory.available]: \"soon\" is not",
        "evictionMinimumReclaim: {memory.available: -1Gi} | evictionMinimumReclaim[memory.available]: must not"
      })
  void evictionRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodeLeaseDurationSeconds: -1 | nodeLeaseDurationSeconds: must be 1 or greater",
        "nodeStatusMaxImages: -2 | nodeStatusMaxImages: must be -1 or greater",
        "eventRecordQPS: -1 | eventRecordQPS: must be 0 or greater",
        "kubeAPIBurst: -1 | kubeAPIBurst: must be 0 or greater",
        "registerWithTaints: [{key: a, effect: Never}] | registerWithTaints[a:Never]: must have the effect",
        "registerWithTaints: [{key: '-', effect: NoExecute}] | registerWithTaints[-:NoExecute]: must have the key",
        "registerWithTaints: [{key: a, effect: NoExecute, timeAdded: '2026-01-01T00:00:00Z'}] | registerWithTaints[a:NoExecute]: must not have timeAdded",
        "shutdownGracePeriod: 500ms | shutdownGracePeriod: must be 0s, or 1s",
        "{shutdownGracePeriod: 5s, shutdownGracePeriodCriticalPods: 6s} | shutdownGracePeriodCriticalPods: must not be longer",
        "{shutdownGracePeriod: 5s, shutdownGracePeriodByPodPriority: [{priority: 1}]} | shutdownGracePeriodByPodPriority: cannot be combined",
        "{shutdownGracePeriod: 5s, featureGates: {GracefulNodeShutdown: false, GracefulNodeShutdownBasedOnPodPriority: false, WindowsGracefulNodeShutdown: false}} | shutdownGracePeriod: needs the feature gate"
      })
  void nodeRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "logging: {format: xml} | logging.format: must be one of text, json",
        "logging: {flushFrequency: -1s} | logging.flushFrequency: must be longer",
        "logging: {verbosity: 4294967295} | logging.verbosity: must be between",
        "logging: {format: json, vmodule: [{filePattern: a, verbosity: 1}]} | logging.vmodule: works with the text",
        "logging: {vmodule: [{filePattern: 'a=b', verbosity: 1}]} | logging.vmodule: filePattern must not",
        "logging: {options: {text: {splitStream: true}}} | logging.options.text.splitStream: needs",
        "logging: {options: {json: {infoBufferSize: 1Ki}}} | logging.options.json.infoBufferSize: needs",
        "{logging: {format: json}, featureGates: {LoggingBetaOptions: false}} | logging.format: json needs",
        "tracing: {samplingRatePerMillion: 1000001} | tracing.samplingRatePerMillion: must be between",
        "tracing: {endpoint: 'http://x'} | tracing.endpoint: must have the scheme",
        "tracing: {endpoint: 'unix-abstract://x'} | tracing.endpoint: abstract sockets are not"
      })
  void loggingRules(String body, String problem) {
    assertRefused(flow(body), problem);
  }

  /** Several fields are written as a flow map; a block map is what a file has. */
  private static String flow(String body) {
    return body.startsWith("{")
        ? body.substring(1, body.length() - 1)
            .replaceAll(", (?=[a-zA-Z]+:)(?![^{\\[]*[}\\]])", "\n")
        : body;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reservedSystemCPUs: 0-1",
        "enforceNodeAllocatable: []\ncgroupsPerQOS: false",
        "enforceNodeAllocatable: [none]\ncgroupsPerQOS: false",
        "allowedUnsafeSysctls: ['kernel.msg*', net.core.somaxconn, net/ipv4/tcp_mem]",
        "evictionSoft: {memory.available: 5%}\nevictionSoftGracePeriod: {memory.available: 1m30s}",
        "tlsCipherSuites: [TLS_RSA_WITH_RC4_128_SHA]",
        "tracing: {endpoint: 'localhost:4317', samplingRatePerMillion: 0}",
        "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages\npreloadedImagesVerificationAllowlist: [a/b, 'localhost:5000/*']"
      })
  void theseAreFine(String body) {
    assertThat(problems(body)).isEmpty();
  }

  @Test
  void weakCiphersAreWarnedAbout() {
    assertThat(
            ConfigRules.warnings(
                Fixture.config(directory, "tlsCipherSuites: [TLS_RSA_WITH_RC4_128_SHA]")))
        .containsExactly("tlsCipherSuites: TLS_RSA_WITH_RC4_128_SHA is insecure");
  }

  private List<String> onHost(String body, HostRequirements host) {
    return HostRules.check(Fixture.config(directory, body), host).stream()
        .map(Problem::field)
        .toList();
  }

  @Test
  void aModernHostBreaksNoRule() {
    HostRequirements host = new HostRequirements(true, List.of(), CpuList.parse("0-3"));

    assertThat(onHost("reservedSystemCPUs: 1,3", host)).isEmpty();
    assertThat(onHost("reservedSystemCPUs: 3-4", host)).containsExactly("reservedSystemCPUs");
  }

  @Test
  void swapAndCgroupV1AreRefusedUnlessAllowed() {
    HostRequirements host = new HostRequirements(false, List.of("/swapfile"), CpuList.parse("0"));

    assertThat(onHost("", host)).containsExactly("failCgroupV1", "failSwapOn");
    assertThat(onHost("failCgroupV1: false\nfailSwapOn: false", host)).isEmpty();
    assertThat(
            onHost(
                "failCgroupV1: false\nfailSwapOn: false\nsingleProcessOOMKill: false\n"
                    + "memorySwap: {swapBehavior: LimitedSwap}",
                host))
        .containsExactly("memorySwap.swapBehavior", "singleProcessOOMKill");
  }
}
