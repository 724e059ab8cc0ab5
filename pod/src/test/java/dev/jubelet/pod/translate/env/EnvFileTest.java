package dev.jubelet.pod.translate.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvFileTest {
  private static String find(String text) {
    return EnvFile.find("KEY", text.getBytes(StandardCharsets.UTF_8))
        .map(ByteString::toStringUtf8)
        .orElse("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          KEY='value'                  | value
          \\t KEY='value'              | value
          KEY='value' # note           | value
          KEY='value'#note             | value
          # note\\n\\n \\t\\nKEY='x'   | x
          KEY='a=b # c "d" \\\\ $e'    | a=b # c "d" \\\\ $e
          A='1'\\nKEY='2'\\nKEY='3'    | 2
          KEY='one\\n two'             | one\\n two
          KEY='x'\\r\\nB='y'\\r\\n     | x
          KEY='größe'                  | größe
          KEYS='x'\\nA='KEY='          | none
          KEY=''                       | none
          KEY= 'x'                     | none
          KEY='x'\\nthe rest is noise  | x
          """)
  void aKeyHasItsValue(String text, String value) {
    assertThat(find(plain(text))).isEqualTo(plain(value));
  }

  private static String plain(String text) {
    return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          hunter2              | 1: missing '='
          A='1'\\n='hunter2'   | 2: empty variable name
          KEY ='hunter2'       | 1: whitespace before '=' is not allowed
          KEY=hunter2          | 1: value must be enclosed in single quotes
          KEY="hunter2"        | 1: value must be enclosed in single quotes
          A='\\nhunter2        | 1: unclosed single quote
          A='1'\\nKEY='1\\n'hunter2 | 3: unexpected content after closing quote
          """)
  void aFormThatIsNotAllowedIsToldByItsLineWithoutItsContent(String text, String problem) {
    assertThatThrownBy(() -> find(plain(text)))
        .isInstanceOf(UntranslatableException.class)
        .hasMessage("couldn't parse env file: invalid format at line " + problem)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void anEmptyFileHasNothing() {
    assertThat(find("")).isEqualTo("none");
  }

  @Test
  void aLineOf64KibibytesIsTooLong() {
    assertThat(find("KEY='" + "x".repeat(65_529) + "'")).hasSize(65_529);
    assertThatThrownBy(() -> find("KEY='" + "x".repeat(65_530) + "'"))
        .hasMessageContaining("line 1: more than 65536 bytes");
  }

  @Test
  void bytesThatAreNotTextStayAsTheyAre() {
    byte[] file = {'K', 'E', 'Y', '=', '\'', -1, 0, -128, '\''};

    assertThat(EnvFile.find("KEY", file)).hasValue(ByteString.copyFrom(new byte[] {-1, 0, -128}));
  }

  @Property(tries = 500)
  void anyBytesAreReadOrRefused(@ForAll @Size(max = 40) byte[] bytes) {
    try {
      assertThat(EnvFile.find("KEY", bytes)).isNotNull();
    } catch (UntranslatableException e) {
      assertThat(e).hasMessageStartingWith("couldn't parse env file");
    }
  }
}
