package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ApiRuntimeClassesTest {
  private final ManualTimers timers = new ManualTimers();
  private final Map<String, String> server = new HashMap<>(Map.of("sandboxed", "kata"));
  private final ApiRuntimeClasses classes = new ApiRuntimeClasses(this::answer, timers);
  private int requests;
  private @Nullable ApiException failure;

  private String answer(String name) {
    requests++;
    if (failure != null) {
      throw failure;
    }
    String handler = server.get(name);
    if (handler == null) {
      throw new ApiException(ApiException.Kind.NOT_FOUND, "no such class");
    }
    return handler;
  }

  @Test
  void aClassIsAskedForOnceAMinute() {
    assertThat(classes.handler("sandboxed")).contains("kata");
    server.put("sandboxed", "gvisor");
    timers.advance(Duration.ofSeconds(59));
    assertThat(classes.handler("sandboxed")).contains("kata");
    timers.advance(Duration.ofSeconds(1));
    assertThat(classes.handler("sandboxed")).contains("gvisor");
    assertThat(requests).isEqualTo(2);
  }

  @Test
  void aClassThatIsMissingIsLookedForEachTime() {
    assertThat(classes.handler("new")).isEmpty();
    server.put("new", "runc");
    assertThat(classes.handler("new")).contains("runc");
  }

  @Test
  void aDeletedClassIsForgotten() {
    classes.handler("sandboxed");
    server.clear();
    timers.advance(Duration.ofMinutes(1));
    assertThat(classes.handler("sandboxed")).isEmpty();
    failure = new ApiException(ApiException.Kind.UNAVAILABLE, "no way");
    assertThatThrownBy(() -> classes.handler("sandboxed"))
        .isInstanceOf(UntranslatableException.class)
        .hasMessage("failed to get RuntimeClass sandboxed: no way");
  }

  @Test
  void aKnownClassServesWhileTheServerIsAway() {
    classes.handler("sandboxed");
    failure = new ApiException(ApiException.Kind.UNAVAILABLE, "no way");
    timers.advance(Duration.ofHours(1));
    assertThat(classes.handler("sandboxed")).contains("kata");
  }

  static Stream<ObjectMapper> mappers() {
    return Stream.of(new ObjectMapper(), KubernetesJson.mapper());
  }

  @ParameterizedTest
  @MethodSource("mappers")
  void theAnswerIsUnderstood(ObjectMapper json) throws JsonProcessingException {
    RuntimeClassObject object =
        json.readValue(
            """
            {"kind":"RuntimeClass","apiVersion":"node.k8s.io/v1","metadata":{"name":"sandboxed"},
             "handler":"kata","overhead":{"podFixed":{"cpu":"250m"}}}
            """,
            RuntimeClassObject.class);

    assertThat(object.handler()).isEqualTo("kata");
    assertThat(object.getMetadata().getName()).isEqualTo("sandboxed");
  }
}
