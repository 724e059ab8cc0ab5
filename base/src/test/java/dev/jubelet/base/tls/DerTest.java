package dev.jubelet.base.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DerTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0400",
    "1, 0401",
    "127, 047f",
    "128, 048180",
    "255, 0481ff",
    "256, 04820100",
    "65535, 0482ffff"
  })
  void aLengthIsAsShortAsItCanBe(int length, String header) {
    byte[] encoded = Der.of(Der.OCTET_STRING, new byte[length]);

    assertThat(HexFormat.of().formatHex(encoded)).startsWith(header);
    assertThat(encoded).hasSize(header.length() / 2 + length);
  }
}
