package dev.jubelet.edge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class YamlReaderTest {

  private static JsonNode read(String text) {
    return YamlReader.read(text, DocumentReader.ofOne()).all().getFirst().root();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0644    | 420
          0o644   | 420
          08      | 8
          0x1F    | 31
          -12     | -12
          1_000   | 1000
          yes     | true
          Off     | false
          ~       | null
          1.5     | 1.5
          'yes'   | "yes"
          1.2.3   | "1.2.3"
          2026-01-01 | "2026-01-01"
          0x_     | "0x_"
          !!str 5 | "5"
          """,
      quoteCharacter = '`')
  void words_mean_what_they_mean_in_manifests(String word, String json) {
    assertThat(read("v: " + word).path("v")).hasToString(json);
  }

  @Test
  void a_duplicate_key_is_refused_with_its_place() {
    assertThatThrownBy(() -> read("a:\n  - b: 1\n    b: 2\n"))
        .isInstanceOf(DocumentException.class)
        .hasMessage("duplicate key a[0].b (line 3)");
  }

  @Test
  void broken_text_is_refused_with_its_line() {
    assertThatThrownBy(() -> read("a: 1\nb: [1, 2\n"))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("(line 3)");
  }

  @Test
  void aliases_stand_for_copies() {
    assertThat(read("a: &x {k: 1}\nb: *x\n")).hasToString("{\"a\":{\"k\":1},\"b\":{\"k\":1}}");
  }

  @Test
  void merge_keys_fill_in_what_is_missing() {
    assertThat(read("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  l: 3\n").path("b"))
        .hasToString("{\"l\":3,\"k\":1}");
  }

  @Test
  void an_alias_bomb_is_refused_quickly() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String ten = ("*a" + (i - 1) + " , ").repeat(10);
      bomb.append("a%d: &a%d [ %s ]\n".formatted(i, i, ten.substring(0, ten.length() - 2)));
    }
    assertThatThrownBy(() -> read(bomb.toString()))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("after aliases are expanded");
  }

  @Test
  void a_bomb_of_few_aliases_that_double_each_time_is_refused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [ *a%d , *a%d ]\n".formatted(i, i, i - 1, i - 1));
    }
    assertThatThrownBy(() -> read(bomb.toString())).hasMessageContaining("aliases are expanded");
  }

  @Test
  void a_long_word_that_is_repeated_by_alias_counts_by_its_length() {
    String text = "a: &a " + "x".repeat(500_000) + "\nb: [" + "*a , ".repeat(40) + "1]\n";
    assertThatThrownBy(() -> read(text)).hasMessageContaining("aliases are expanded");
  }

  @Test
  void an_alias_inside_what_it_names_is_refused() {
    assertThatThrownBy(() -> read("a: &a [*a ]")).hasMessageContaining("names nothing before it");
  }

  @Test
  void deep_nesting_is_refused_without_a_stack_overflow() {
    assertThatThrownBy(() -> read("[\n".repeat(500_000))).hasMessageContaining("nested deeper");
    assertThatThrownBy(() -> read("- ".repeat(100_000))).hasMessageContaining("nested deeper");
  }

  @Test
  void a_great_many_tiny_values_are_refused() {
    assertThatThrownBy(() -> read("[" + "1,\n".repeat(300_000) + "1]"))
        .hasMessageContaining("more than 250000 values");
  }

  @Test
  void the_first_document_with_content_counts_and_a_second_is_noticed() {
    Documents documents = YamlReader.read("---\n---\na: 1\n---\nb: [\n", DocumentReader.ofOne());

    assertThat(documents.all()).singleElement().extracting("line").isEqualTo(3);
    assertThat(documents.all().getFirst().root()).hasToString("{\"a\":1}");
    assertThat(documents.ignoredAt()).isEqualTo(5);
  }

  @Test
  void an_endless_line_is_refused_quickly() {
    assertThatThrownBy(() -> read("a: 1\n#" + "x".repeat(9_000_000)))
        .hasMessageContaining("line 2 has more than");
  }

  @Test
  void many_long_lines_are_read_quickly() {
    assertThat(read("a: |\n" + ("  " + "x".repeat(1_000_000) + "\n").repeat(9)).path("a").asText())
        .hasSize(9_000_009);
  }

  @Test
  void a_foreign_tag_is_refused() {
    assertThatThrownBy(() -> read("a: !!java.net.URL [x]\nb: !thing 1"))
        .hasMessageContaining("tag");
  }

  @Test
  void a_key_that_is_a_list_is_refused() {
    assertThatThrownBy(() -> read("? [a]\n: 1")).hasMessageContaining("key");
  }

  @Test
  void a_duplicate_key_may_be_forgiven_and_is_noted() {
    Documents documents =
        YamlReader.read("a: {b: 1, b: 2}\n", DocumentReader.ofOne().forgivingRepeatedKeys());

    assertThat(documents.all().getFirst().root()).hasToString("{\"a\":{\"b\":2}}");
    assertThat(documents.repeated())
        .containsExactly(new Documents.RepeatedKey("b", new Place(1, 11)));
  }
}
