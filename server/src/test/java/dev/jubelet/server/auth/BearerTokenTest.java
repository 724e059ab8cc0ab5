package dev.jubelet.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
  private static final String PREFIX = "base64url.bearer.authorization.k8s.io.";

  private static String encoded(String token) {
    return PREFIX
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(token.getBytes(StandardCharsets.UTF_8));
  }

  private static BearerToken inProtocols(String... protocols) {
    String[] lines = new String[protocols.length + 2];
    lines[0] = "Connection: keep-alive, upgrade";
    lines[1] = "Upgrade: WebSocket";
    for (int i = 0; i < protocols.length; i++) {
      lines[i + 2] = "Sec-WebSocket-Protocol: " + protocols[i];
    }
    return BearerToken.inProtocols(RequestWithHeaders.of(lines));
  }

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      delimiter = '|',
      value = {"Bearer abc|abc", "bearer abc|abc", " Bearer abc |abc", "BEARER abc def|abc"})
  void isTheWordAfterTheScheme(String value, String token) {
    assertThat(BearerToken.inHeader(RequestWithHeaders.of("Authorization: " + value)))
        .isEqualTo(new BearerToken.Carried(token));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer  abc", "Basic abc", "abc", "Bearerabc"})
  void anythingElseIsNone(String value) {
    assertThat(BearerToken.inHeader(RequestWithHeaders.of("Authorization: " + value)))
        .isInstanceOf(BearerToken.None.class);
  }

  @Test
  void aWebSocketMayCarryItAsASubprotocol() {
    assertThat(inProtocols("v5.channel.k8s.io, " + encoded("tökn")))
        .isEqualTo(new BearerToken.Carried("tökn"));
    assertThat(inProtocols(encoded("a.b-c"), "v5.channel.k8s.io"))
        .isEqualTo(new BearerToken.Carried("a.b-c"));
    assertThat(inProtocols("v5.channel.k8s.io")).isInstanceOf(BearerToken.None.class);
    assertThat(inProtocols("v5.channel.k8s.io", PREFIX)).isInstanceOf(BearerToken.None.class);
  }

  @Test
  void otherRequestsMayNot() {
    String protocol = "Sec-WebSocket-Protocol: v5.channel.k8s.io, " + encoded("abc");
    assertThat(BearerToken.inProtocols(RequestWithHeaders.of(protocol)))
        .isInstanceOf(BearerToken.None.class);
    assertThat(BearerToken.inProtocols(RequestWithHeaders.of(protocol, "Upgrade: websocket")))
        .isInstanceOf(BearerToken.None.class);
    assertThat(
            BearerToken.inProtocols(
                RequestWithHeaders.of(protocol, "Upgrade: SPDY/3.1", "Connection: Upgrade")))
        .isInstanceOf(BearerToken.None.class);
  }

  @Test
  void aSubprotocolThatCannotBeReadIsNotTakenForNone() {
    String other = "v5.channel.k8s.io";
    assertThat(inProtocols(other, PREFIX + "?")).isInstanceOf(BearerToken.Malformed.class);
    assertThat(inProtocols(other, PREFIX + "YQ==")).isInstanceOf(BearerToken.Malformed.class);
    assertThat(inProtocols(other, PREFIX + "_w")).isInstanceOf(BearerToken.Malformed.class);
    assertThat(inProtocols(other, encoded("a"), encoded("b")))
        .isInstanceOf(BearerToken.Malformed.class);
    assertThat(inProtocols(encoded("a"))).isInstanceOf(BearerToken.Malformed.class);
  }

  @Test
  void isNotPrinted() {
    assertThat(new BearerToken.Carried("s3cret").toString()).doesNotContain("s3cret");
  }

  @Test
  void aTokenThatIsTooLongIsNone() {
    String longest = "x".repeat(BearerToken.LONGEST);
    assertThat(BearerToken.inHeader(RequestWithHeaders.of("Authorization: Bearer " + longest)))
        .isEqualTo(new BearerToken.Carried(longest));
    assertThat(
            BearerToken.inHeader(RequestWithHeaders.of("Authorization: Bearer " + longest + "x")))
        .isEqualTo(new BearerToken.Malformed("a bearer token of more than 16384 characters"));
  }
}
