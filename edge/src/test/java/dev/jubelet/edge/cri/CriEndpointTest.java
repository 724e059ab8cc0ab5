package dev.jubelet.edge.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CriEndpointTest {

  @ParameterizedTest
  @CsvSource({
    "unix:///run/containerd/containerd.sock, unix:///run/containerd/containerd.sock",
    "/run/containerd/containerd.sock, unix:///run/containerd/containerd.sock",
    "/run/with:colon.sock, unix:///run/with:colon.sock",
  })
  void aSocketIsReadWithOrWithoutItsScheme(String text, String full) {
    assertThat(CriEndpoint.parse(text).text()).isEqualTo(full);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp://127.0.0.1:1", "npipe:////./pipe/containerd", "http://x/y.sock"})
  void anotherSchemeIsRefusedByName(String text) {
    assertThatExceptionOfType(CriException.class)
        .isThrownBy(() -> CriEndpoint.parse(text))
        .withMessageContaining("\"" + text + "\"")
        .withMessageContaining("scheme \"" + text.substring(0, text.indexOf(':')) + "\"")
        .withMessageContaining("unix:///path/to/socket");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "unix://", "unix://relative.sock", "relative.sock", "/"})
  void aPathMustBeAbsolute(String text) {
    assertThatExceptionOfType(CriException.class)
        .isThrownBy(() -> CriEndpoint.parse(text))
        .withMessageContaining("no absolute path");
  }
}
