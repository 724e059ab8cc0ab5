package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataFieldsTest {
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("shop")
          .withUid("u1")
          .addToLabels("zone", "a")
          .addToLabels("app", "store")
          .addToAnnotations("note", "two\nlines \"quoted\"")
          .endMetadata()
          .build();

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "metadata.name, web",
    "metadata.namespace, shop",
    "metadata.uid, u1",
    "metadata.labels['app'], store",
    "metadata.labels['none'], ''",
  })
  void aFieldHasItsValue(String path, String expected) {
    assertThat(MetadataFields.value(path, POD)).isEqualTo(expected);
  }

  @Test
  void allLabelsAreSortedLinesOfQuotedValues() {
    assertThat(MetadataFields.value("metadata.labels", POD)).isEqualTo("app=\"store\"\nzone=\"a\"");
    assertThat(MetadataFields.value("metadata.annotations", POD))
        .isEqualTo("note=\"two\\nlines \\\"quoted\\\"\"");
  }

  @Test
  void otherFieldsAreRefused() {
    assertThatThrownBy(() -> MetadataFields.value("spec.nodeName", POD))
        .isInstanceOf(UnknownFieldException.class)
        .hasMessage("unsupported fieldPath: spec.nodeName");
    assertThatThrownBy(() -> MetadataFields.value("metadata.name['x']", POD))
        .hasMessage("fieldPath \"metadata.name\" does not support subscript");
  }

  @Test
  void valuesAreQuotedAsGoDoes() {
    assertThat(Quoting.quoted("ü € 😀 \\ \t \u0007 \u007f \u0001 \u00a0 \u200b \ue000"))
        .isEqualTo("\"ü € 😀 \\\\ \\t \\a \\x7f \\x01 \\u00a0 \\u200b \\ue000\"");
    assertThat(Quoting.quoted("\udb40\udc01")).isEqualTo("\"\\U000e0001\"");
  }
}
