package dev.jubelet.edge.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MountOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "'', 0, ''",
    "'defaults,rw,_netdev', 0, ''",
    "'ro,noatime', 1025, ''",
    "'size=65536,mode=1777,noswap', 0, 'size=65536,mode=1777,noswap'",
    "'nosuid,nodev,data=journal,noexec,uid=3', 14, 'data=journal,uid=3'",
  })
  void wordsOfTheKernelArePartedFromThoseOfTheFileSystem(String text, long flags, String more) {
    assertThat(MountOptions.parse(text)).isEqualTo(new MountOptions(flags, more));
  }

  @Test
  void aBindMountTakesOnlyWhatAMountCanForbid() {
    assertThat(MountOptions.attributes(List.of("ro", "noexec", "defaults"))).isEqualTo(9);
    assertThatThrownBy(() -> MountOptions.attributes(List.of("data=journal")))
        .hasMessageContaining("data=journal");
  }
}
