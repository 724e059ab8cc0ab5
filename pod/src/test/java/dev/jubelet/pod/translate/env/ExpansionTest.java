package dev.jubelet.pod.translate.env;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.testing.rule.Rule;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("10.1")
class ExpansionTest {
  private static final Map<String, ByteString> VALUES =
      Map.of(
          "A", ByteString.copyFromUtf8("alpha"),
          "B", ByteString.copyFromUtf8("$(A)"),
          "EMPTY", ByteString.EMPTY);

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource({
    "plain, plain",
    "$(A), alpha",
    "x$(A)y$(A)z, xalphayalphaz",
    "[$(EMPTY)], []",
    "$(UNKNOWN), $(UNKNOWN)",
    "$(), $()",
    "$$(A), $(A)",
    "$$$(A), $alpha",
    "$$$$(A), $$(A)",
    "$A, $A",
    "cost$, cost$",
    "$(A, $(A",
    "$(A $(A), $(A $(A)",
    "$(B), $(A)",
  })
  void eachFormIsReplacedOrKept(String text, String expected) {
    assertThat(expand(text)).isEqualTo(expected);
  }

  @Test
  void theBytesOfAValueNeedNotBeText() {
    ByteString value = ByteString.copyFrom(new byte[] {(byte) 0xff, 0, (byte) 0xfe});
    assertThat(Expansion.expand(ByteString.copyFromUtf8("$(KEY)"), name -> value)).isEqualTo(value);
  }

  @Property
  void textWithoutADollarSignStaysAsItIs(@ForAll String text) {
    String plain = text.replace("$", "").replaceAll("\\p{Cs}", "");
    assertThat(expand(plain)).isEqualTo(plain);
  }

  @Property
  void doublingEveryDollarSignKeepsAnyText(@ForAll @Chars({'$', '(', ')', 'A', 'B'}) String text) {
    assertThat(expand(text.replace("$", "$$"))).isEqualTo(text);
  }

  /** A value that refers to itself ends, since what a value brings in is not expanded again. */
  @Property
  void aVariableThatRefersToItselfEnds(
      @ForAll @CharRange(from = 'A', to = 'D') char name,
      @ForAll @Chars({'$', '(', ')', 'A', 'B', 'C', 'D'}) String text) {
    String self = "<$(" + name + ")>";
    String result =
        Expansion.expand(ByteString.copyFromUtf8(text), n -> ByteString.copyFromUtf8(self))
            .toStringUtf8();
    assertThat(result.length()).isLessThanOrEqualTo((text.length() + 1) * self.length());
  }

  private static String expand(String text) {
    return Expansion.expand(ByteString.copyFromUtf8(text), VALUES::get).toStringUtf8();
  }
}
