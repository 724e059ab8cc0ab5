package dev.jubelet.image.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoginTest {
  private static String sha256(String json) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(json.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "u|p|e|{\"username\":\"u\",\"password\":\"p\",\"email\":\"e\"}",
        "u|p|``|{\"username\":\"u\",\"password\":\"p\"}",
        "``|``|``|{}",
        "``|p|``|{\"password\":\"p\"}",
        "a\"b|c\\d|``|{\"username\":\"a\\\"b\",\"password\":\"c\\\\d\"}",
        "u|<&>|``|{\"username\":\"u\",\"password\":\"\\u003c\\u0026\\u003e\"}",
        "ü|日本|``|{\"username\":\"ü\",\"password\":\"日本\"}"
      })
  void theHashIsThatOfTheJsonThatUpstreamWrites(
      String user, String password, String email, String json) throws NoSuchAlgorithmException {
    assertThat(new Login(user, password, email).hash()).isEqualTo(sha256(json));
  }

  @Test
  void controlCharactersAreEscaped() throws NoSuchAlgorithmException {
    assertThat(new Login("a\n\t\u0001\b\u2028", "", "").hash())
        .isEqualTo(sha256("{\"username\":\"a\\n\\t\\u0001\\b\\u2028\"}"));
  }

  @Test
  void noTextShowsAPassword() {
    Credential credential = Credential.ofNode(new Login("u", "s3cret", ""));
    assertThat(credential.toString()).doesNotContain("s3cret");
    assertThat(new Keyring.Entry("r.io", credential.login()).toString()).doesNotContain("s3cret");
  }
}
