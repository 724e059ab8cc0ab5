package dev.jubelet.resource.userns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubordinateIdsTest {
  private static final long PER_POD = 65536;

  @Test
  void oneRangeForUsersAndGroupsIsTaken() {
    String line = "0: kubelet 65536 7208960\n";
    assertThat(SubordinateIds.parse(line, line, PER_POD, 110))
        .isEqualTo(new IdRange(65536, 7208960));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0: kubelet 65536 7208960 | 0: kubelet 131072 7208960 | users and of groups differ",
        "0: kubelet 100000 7208960 | same | multiples of 65536",
        "0: kubelet 65536 7208961 | same | multiples of 65536",
        "0: kubelet 0 7208960 | same | must not start below 65536",
        "0: kubelet 65536 655360 | same | for each of 110 pods",
        "nothing | same | not understood",
        "'' | same | exactly one range",
        "1: kubelet 65536 7208960 | same | not understood"
      })
  void aRangeThatCannotServeIsRefused(String users, String groups, String why) {
    assertThatThrownBy(
            () -> SubordinateIds.parse(users, groups.equals("same") ? users : groups, PER_POD, 110))
        .isInstanceOf(UserNamespaceException.class)
        .hasMessageContaining(why)
        .hasMessageContaining("/etc/subuid");
  }

  @Test
  void twoRangesAreRefused() {
    String lines = "0: kubelet 65536 7208960\n1: kubelet 7340032 65536\n";
    assertThatThrownBy(() -> SubordinateIds.parse(lines, lines, PER_POD, 110))
        .hasMessageContaining("exactly one range");
  }

  @Test
  void withoutSubordinateIdsPodsGetAllButTheFirst() {
    assertThat(SubordinateIds.byDefault(PER_POD)).isEqualTo(new IdRange(65536, (1L << 32) - 65536));
  }
}
