package dev.jubelet.pod.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {".a.yaml.swp", "a.yaml~", "#a.yaml#", "a.yaml.swp", "4913", ".hidden", "..data"})
  void hidden_files_and_leftovers_of_editors_are_ignored(String name) {
    assertThat(FileNames.isIgnored(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.yaml", "a", "4913.yaml", "a.json.bak", "#a", "a#", "größe.yaml"})
  void everything_else_is_a_manifest(String name) {
    assertThat(FileNames.isIgnored(name)).isFalse();
  }
}
