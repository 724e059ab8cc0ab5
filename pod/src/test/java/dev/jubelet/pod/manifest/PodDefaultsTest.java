package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodDefaultsTest {

  private static PodSpec spec(String spec) {
    return PodText.pod(
            "---\n{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: " + spec + "}")
        .getSpec();
  }

  private static Container container(String fields) {
    return spec("{containers: [{name: main, image: nginx, " + fields + "}]}")
        .getContainers()
        .getFirst();
  }

  @Test
  void a_pod_gets_the_defaults_of_the_api() {
    PodSpec spec = spec("{containers: [{name: main, image: nginx}]}");

    assertThat(spec.getRestartPolicy()).isEqualTo("Always");
    assertThat(spec.getDnsPolicy()).isEqualTo("ClusterFirst");
    assertThat(spec.getSchedulerName()).isEqualTo("default-scheduler");
    assertThat(spec.getTerminationGracePeriodSeconds()).isEqualTo(30);
    assertThat(spec.getSecurityContext()).isNotNull();
    assertThat(spec.getEnableServiceLinks()).isTrue();
  }

  @Test
  void what_is_given_stays() {
    PodSpec spec =
        spec(
            "{restartPolicy: Never, dnsPolicy: Default, terminationGracePeriodSeconds: 0,"
                + " enableServiceLinks: false, containers: [{name: main, image: nginx}]}");

    assertThat(spec.getRestartPolicy()).isEqualTo("Never");
    assertThat(spec.getDnsPolicy()).isEqualTo("Default");
    assertThat(spec.getTerminationGracePeriodSeconds()).isZero();
    assertThat(spec.getEnableServiceLinks()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "nginx, Always",
    "nginx:latest, Always",
    "nginx:1.27, IfNotPresent",
    "registry:5000/nginx, Always",
    "registry:5000/nginx:1, IfNotPresent",
    "nginx@sha256:00, IfNotPresent",
    "nginx:latest@sha256:00, IfNotPresent"
  })
  void the_pull_policy_follows_from_the_tag(String image, String policy) {
    assertThat(ContainerDefaults.pullPolicy(image)).isEqualTo(policy);
  }

  @Test
  void a_container_gets_its_defaults() {
    Container container = container("ports: [{containerPort: 80}], securityContext: {}");

    assertThat(container.getTerminationMessagePath()).isEqualTo("/dev/termination-log");
    assertThat(container.getTerminationMessagePolicy()).isEqualTo("File");
    assertThat(container.getPorts().getFirst().getProtocol()).isEqualTo("TCP");
    assertThat(container.getPorts().getFirst().getHostPort()).isNull();
    assertThat(container.getSecurityContext().getProcMount()).isEqualTo("Default");
    assertThat(container.getResources()).isNotNull();
  }

  @Test
  void probes_and_hooks_get_their_defaults() {
    Container container =
        container(
            "livenessProbe: {httpGet: {port: 80}},"
                + " lifecycle: {preStop: {httpGet: {port: http}}}");

    Probe probe = container.getLivenessProbe();
    assertThat(probe.getTimeoutSeconds()).isEqualTo(1);
    assertThat(probe.getPeriodSeconds()).isEqualTo(10);
    assertThat(probe.getSuccessThreshold()).isEqualTo(1);
    assertThat(probe.getFailureThreshold()).isEqualTo(3);
    assertThat(probe.getHttpGet().getPath()).isEqualTo("/");
    assertThat(probe.getHttpGet().getScheme()).isEqualTo("HTTP");
    assertThat(container.getLifecycle().getPreStop().getHttpGet().getScheme()).isEqualTo("HTTP");
  }

  @Test
  void what_is_limited_but_not_requested_is_requested() {
    Container container =
        container("resources: {limits: {cpu: 1, memory: 64Mi}, requests: {cpu: 500m}}");

    assertThat(container.getResources().getRequests())
        .containsEntry("cpu", new Quantity("500m"))
        .containsEntry("memory", new Quantity("64Mi"));
  }

  @Test
  void on_the_hosts_network_ports_are_host_ports() {
    PodSpec spec =
        spec(
            "{hostNetwork: true, containers: [{name: main, image: nginx,"
                + " ports: [{containerPort: 80}]}]}");

    assertThat(spec.getContainers().getFirst().getPorts().getFirst().getHostPort()).isEqualTo(80);
  }

  @Test
  void volumes_get_their_modes_and_an_empty_one_is_an_empty_directory() {
    PodSpec spec =
        spec(
            "{containers: [{name: main, image: nginx}], volumes: [{name: a},"
                + " {name: b, hostPath: {path: /x}}, {name: c, downwardAPI: {items: [{path: name,"
                + " fieldRef: {fieldPath: metadata.name}}]}}, {name: d, projected: {sources: []}},"
                + " {name: e, image: {reference: nginx}}]}");

    assertThat(spec.getVolumes().get(0).getEmptyDir()).isNotNull();
    assertThat(spec.getVolumes().get(1).getHostPath().getType()).isEmpty();
    assertThat(spec.getVolumes().get(2).getDownwardAPI().getDefaultMode()).isEqualTo(0644);
    assertThat(
            spec.getVolumes()
                .get(2)
                .getDownwardAPI()
                .getItems()
                .getFirst()
                .getFieldRef()
                .getApiVersion())
        .isEqualTo("v1");
    assertThat(spec.getVolumes().get(3).getProjected().getDefaultMode()).isEqualTo(0644);
    assertThat(spec.getVolumes().get(4).getImage().getPullPolicy()).isEqualTo("Always");
  }
}
