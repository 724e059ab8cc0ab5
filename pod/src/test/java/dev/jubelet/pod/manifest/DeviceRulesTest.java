package dev.jubelet.pod.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceRulesTest {
  private static final String VOLUMES =
      "volumes: [{name: d, persistentVolumeClaim: {claimName: c}},"
          + " {name: e, ephemeral: {volumeClaimTemplate: {spec: {}}}}, {name: x, emptyDir: {}}]";

  private static List<String> problems(String devices) {
    return PodText.problemsOfSpec(
            "{containers: [{name: main, image: nginx,"
                + " volumeMounts: [{name: x, mountPath: /x}], volumeDevices: "
                + devices
                + "}], "
                + VOLUMES
                + "}")
        .stream()
        .filter(problem -> problem.contains("volumeDevices"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{devicePath: /d}]                                     | [0].name: Required value
          [{name: gone, devicePath: /d}]                         | [0].name: Not found: "gone"
          [{name: d}]                                            | [0].devicePath: Required value
          [{name: d, devicePath: /a/../b}]                       | [0].devicePath: Invalid value: "/a/../b": can not contain backsteps ('..')
          [{name: d, devicePath: /x}]                            | [0].devicePath: Invalid value: "/x": must not already exist as a path in volumeMounts
          [{name: d, devicePath: /d}, {name: d, devicePath: /e}] | [1].name: Invalid value: "d": must be unique
          [{name: d, devicePath: /d}, {name: e, devicePath: /d}] | [1].devicePath: Invalid value: "/d": must be unique
          """)
  void a_device_that_cannot_be_is_named(String devices, String problem) {
    assertThat(problems(devices))
        .singleElement()
        .asString()
        .startsWith("spec.containers[0].volumeDevices" + problem);
  }

  @Test
  void only_claims_can_be_devices_and_not_be_mounted_too() {
    assertThat(problems("[{name: x, devicePath: /d}]"))
        .hasSize(2)
        .anySatisfy(
            problem ->
                assertThat(problem)
                    .contains("can only use volume source type of PersistentVolumeClaim"))
        .anySatisfy(
            problem -> assertThat(problem).contains("must not already exist in volumeMounts"));
  }

  @Test
  void claims_are_fine() {
    assertThat(problems("[{name: d, devicePath: /dev/d..x}, {name: e, devicePath: /e}]")).isEmpty();
  }
}
