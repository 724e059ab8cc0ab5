package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProxyChoiceTest {

  @ParameterizedTest
  @CsvSource({
    "https://api.example:6443, '', true",
    "https://api.example:6443, example, false",
    "https://api.example:6443, .example, false",
    "https://api.example:6443, api.example:6443, false",
    "https://api.example:6443, api.example:443, true",
    "https://notexample:6443, example, true",
    "https://api.example:6443, *, false",
    "https://10.1.2.3:6443, 'x, 10.1.0.0/16', false",
    "https://10.2.2.3:6443, 10.1.0.0/16, true",
    "https://[fd00::1]:6443, fd00::/8, false",
    "https://127.0.0.1:6443, '', false",
    "https://localhost:6443, '', false",
    "http://api.example, '', false"
  })
  void exceptionsAreReached(String server, String exceptions, boolean byProxy) {
    Map<String, String> environment = Map.of("https_proxy", "proxy:3128", "NO_PROXY", exceptions);

    assertThat(ProxyChoice.fromEnvironment(URI.create(server), environment).isPresent())
        .isEqualTo(byProxy);
  }

  @Test
  void aProxyOfAnotherKindIsRefused() {
    Map<String, String> environment = Map.of("HTTPS_PROXY", "socks5://p:1");

    assertThatThrownBy(() -> ProxyChoice.fromEnvironment(URI.create("https://h"), environment))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("socks5://p:1");
  }
}
