package dev.jubelet.edge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentReaderTest {
  private static final DocumentReader STRICT = DocumentReader.ofOne();
  private static final DocumentReader FORGIVING = DocumentReader.ofOne().forgivingRepeatedKeys();
  private static final DocumentReader YAML = DocumentReader.ofOne().takingOnlyYaml12();

  private static DocumentException failure(DocumentReader reader, String text) {
    return catchThrowableOfType(
        DocumentException.class, () -> reader.read(text.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": 1, \"a\": 2} | JSON | Duplicate field 'a' | 1",
        "{\"a\": [s3cret]}     | JSON | unrecognized word    | 1",
        "{\"a\": 1} more       | JSON | unrecognized word    | 1",
        "{\"a\": 1} {}         | JSON | has more after       | 1",
        "a: 1~a: 2             | YAML | duplicate key a      | 2",
        "a: 1~b: [1            | YAML | expected             | 2",
        "a: *s3cret            | YAML | an alias names       | 1",
      })
  void theProblemHasItsPlaceAndNoValue(String text, String kind, String words, int line) {
    DocumentException failure = failure(STRICT, text.replace("~", "\n"));

    assertThat(failure.kind()).hasToString(kind);
    assertThat(failure.problem()).contains(words).doesNotContain("s3cret");
    assertThat(failure.place().line()).isEqualTo(line);
    assertThat(failure.place().column()).isPositive();
  }

  @Test
  void aRepeatedKeyOfJsonMayBeForgiven() {
    Documents documents = FORGIVING.read("{\"a\": 1,\n \"a\": 2}");

    assertThat(documents.all().getFirst().root()).hasToString("{\"a\":2}");
    assertThat(documents.repeated())
        .singleElement()
        .satisfies(
            repeated -> {
              assertThat(repeated.key()).isEqualTo("a");
              assertThat(repeated.place().line()).isEqualTo(2);
            });
  }

  @Test
  void aBraceBeginsYamlWhenOnlyThatIsAskedFor() {
    assertThat(YAML.read("{a: [b, on, n, 0644, 7, true, null]}").all().getFirst().root())
        .hasToString("{\"a\":[\"b\",\"on\",\"n\",\"0644\",7,true,null]}");
    assertThat(failure(STRICT, "{a: b}").kind()).isEqualTo(DocumentException.Kind.JSON);
  }

  @Test
  void bothFormsHaveTheSameDepth() {
    String deep = "[".repeat(200);

    assertThat(failure(STRICT, deep).problem()).contains("nested deeper than 100");
    assertThat(failure(STRICT, "{\"a\": " + deep).problem()).contains("100");
  }

  @Test
  void whatIsNoTextIsRefused() {
    DocumentException failure =
        catchThrowableOfType(
            DocumentException.class, () -> STRICT.read(new byte[] {(byte) 0xC3, 0x28}));

    assertThat(failure.kind()).isEqualTo(DocumentException.Kind.BYTES);
    assertThat(failure).hasMessage("is not UTF-8 text");
  }

  @Provide
  Arbitrary<String> noise() {
    return Arbitraries.of(
            "a", "b: ", "- ", "\n", "  ", "{", "}", "[", "]", "\"", "'", "*a", "&a ", "<<: ",
            "!!str ", "---\n", "1", ",", ":", "|\n", "#", "? ", "\t", "%", "\u0000", "0x_")
        .list()
        .ofMaxSize(25)
        .map(pieces -> String.join("", pieces));
  }

  @Property(tries = 1000)
  void noiseIsReadOrRefused(@ForAll("noise") String text) {
    for (DocumentReader reader : new DocumentReader[] {STRICT, FORGIVING, YAML}) {
      try {
        reader.read(text);
      } catch (DocumentException e) {
        assertThat(e.problem()).isNotEmpty();
      }
    }
  }
}
