package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From an empty list follows that every pod is ended, so nothing else may look like one. */
final class ListReaderTest {
  private static final String WHOLE =
      """
      {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"c"},
       "items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"},"spec":{"nodeName":"n"}}]}
      """;

  private static ListPage<Pod> read(String text) throws IOException {
    return ListReader.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        ApiResource.core("pods", "Pod", Pod.class),
        new ObjectMapper());
  }

  @Test
  void readsEveryItem() throws IOException {
    ListPage<Pod> page = read(WHOLE);

    assertThat(page.items()).extracting(p -> p.getMetadata().getName()).containsExactly("a", "b");
    assertThat(page.items().get(1).getSpec().getNodeName()).isEqualTo("n");
    assertThat(page.resourceVersion()).isEqualTo("7");
    assertThat(page.more()).isEqualTo("c");
  }

  @Test
  void takesAListThatIsReallyEmpty() throws IOException {
    assertThat(
            read("{\"kind\":\"PodList\",\"items\":[],\"metadata\":{\"resourceVersion\":\"1\"}}")
                .items())
        .isEmpty();
  }

  @Test
  void takesNoPrefixOfAListForAList() {
    String text = WHOLE.strip();
    for (int length = 0; length < text.length(); length++) {
      String prefix = text.substring(0, length);
      assertThatThrownBy(() -> read(prefix)).isInstanceOf(JsonProcessingException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "null",
        "{}",
        "<html>",
        "{\"kind\":\"Status\",\"status\":\"Success\"}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"}}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":null}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":{}}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[null]}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{}]}",
        "{\"kind\":\"NodeList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}",
        "{\"kind\":\"PodList\",\"metadata\":{},\"items\":[]}",
        "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}",
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]} {}",
      })
  void refusesWhatIsNoWholeList(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(JsonProcessingException.class);
  }
}
