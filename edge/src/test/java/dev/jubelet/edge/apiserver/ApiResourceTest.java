package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiResourceTest {
  private static final ApiResource<Pod> PODS = ApiResource.core("pods", "Pod", Pod.class);

  @Test
  void coreAndOtherGroupsHaveTheirPlaces() {
    assertThat(PODS.path("")).isEqualTo("/api/v1/pods");
    assertThat(PODS.object("ns", "p").part("status").path())
        .isEqualTo("/api/v1/namespaces/ns/pods/p/status");
    assertThat(new ApiResource<>("g.io", "v2", "things", "Thing", Pod.class).path("ns"))
        .isEqualTo("/apis/g.io/v2/namespaces/ns/things");
  }

  @ParameterizedTest
  @CsvSource({"../x, ..%2Fx", "a b, a%20b", ".., %2E%2E", "a?b, a%3Fb", "a.b, a.b"})
  void aNameStaysOnePartOfThePath(String name, String part) {
    assertThat(PODS.object("ns", name).path()).isEqualTo("/api/v1/namespaces/ns/pods/" + part);
  }

  @Test
  void aMissingNameIsNotTheWholeCollection() {
    assertThatThrownBy(() -> PODS.object("ns", "")).isInstanceOf(ApiException.class);
  }
}
