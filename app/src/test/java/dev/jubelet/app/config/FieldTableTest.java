package dev.jubelet.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.KubeletFields;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FieldTableTest {
  @Test
  void theTableHasEveryFieldOfUpstreamAndNoOther() throws IOException {
    List<String> table = KubeletFields.ALL.stream().map(field -> path(field)).toList();

    assertThat(table).containsExactlyInAnyOrderElementsOf(upstream());
  }

  private static String path(Field<?> field) {
    return field.path();
  }

  private static List<String> upstream() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(FieldTableTest.class.getResourceAsStream("upstream-fields.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void noFieldIsInsideAnother() {
    List<String> paths = KubeletFields.ALL.stream().map(field -> path(field)).toList();

    assertThat(paths)
        .allSatisfy(path -> assertThat(paths).noneMatch(other -> other.startsWith(path + ".")));
  }
}
