package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Fnv128aTest {

  @ParameterizedTest
  @CsvSource({
    "'', 6c62272e07bb014262b821756295c58d",
    "a, d228cb696f1a8caf78912b704e4a8964",
    "foobar, 343e1662793c64bf6f0d3597ba446f18"
  })
  void published_values_are_met(String text, String hex) {
    assertThat(new Fnv128a().add(text).hex()).isEqualTo(hex);
  }

  @Property(tries = 200)
  void it_equals_the_definition_in_arithmetic_of_any_size(@ForAll String text) {
    BigInteger prime = BigInteger.ONE.shiftLeft(88).add(BigInteger.valueOf(0x13b));
    BigInteger hash = new BigInteger("6c62272e07bb014262b821756295c58d", 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = hash.xor(BigInteger.valueOf(b & 0xff)).multiply(prime);
      hash = hash.mod(BigInteger.ONE.shiftLeft(128));
    }
    assertThat(new BigInteger(new Fnv128a().add(text).hex(), 16)).isEqualTo(hash);
    assertThat(new Fnv128a().add(text).hex()).hasSize(32);
  }
}
