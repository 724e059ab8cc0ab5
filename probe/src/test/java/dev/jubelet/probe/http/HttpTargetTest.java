package dev.jubelet.probe.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HttpTargetTest {

  @ParameterizedTest
  @CsvSource({
    "/healthz, /healthz",
    "healthz, /healthz",
    "'', /",
    "?full=1, /?full=1",
    "/a?b=c&d=e, /a?b=c&d=e",
    "/a b, /a%20b",
    "/ä, /%C3%A4",
    "/x#part, /x",
    "/x%2Fy, /x%2Fy"
  })
  void aPathIsMadeFitForARequestLine(String given, String sent) {
    assertThat(HttpTarget.of(false, "10.0.0.1", 80, given).path()).isEqualTo(sent);
  }

  @Test
  void aLineBreakInThePathIsEscaped() {
    assertThat(HttpTarget.of(false, "h", 80, "/a\r\nX: y").path()).isEqualTo("/a%0D%0AX:%20y");
  }

  @Test
  void anIpv6AddressStandsInBrackets() {
    assertThat(HttpTarget.of(true, "fd00::1", 8443, "/x")).hasToString("https://[fd00::1]:8443/x");
  }

  @ParameterizedTest
  @CsvSource({
    "/new, http://h:8080/new",
    "new, http://h:8080/a/new",
    "?q=1, http://h:8080/a/b?q=1",
    "http://h:9090/x, http://h:9090/x",
    "https://h/x, https://h:443/x",
    "HTTP://other, http://other:80/",
    "//other:81/y, http://other:81/y",
    "http://[fd00::2]:82/z, http://[fd00::2]:82/z",
    "http://user:pass@other/w, http://other:80/w"
  })
  void aLocationIsReadFromWhereItStands(String location, String expected) {
    assertThat(HttpTarget.of(false, "h", 8080, "/a/b?c=d").resolve(location)).hasToString(expected);
  }
}
