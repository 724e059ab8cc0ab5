package dev.jubelet.image.credential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyringTest {
  private static Keyring ring(String... registries) {
    List<Keyring.Entry> entries = new ArrayList<>();
    for (String registry : registries) {
      entries.add(new Keyring.Entry(registry, new Login(registry, "p", "")));
    }
    return Keyring.of(entries, Credential.Origin.NODE);
  }

  private static List<String> found(Keyring ring, String repository) {
    return ring.find(repository).stream().map(found -> found.login().username()).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "*.example.io, a.example.io/x, true",
    "*.example.io, example.io/x, false",
    "*.example.io, a.b.example.io/x, false",
    "*.example.io, a.example.io:5000/x, false",
    "*example.io, example.io/x, true",
    "*example.io, myexample.io/x, true",
    "*example.io, a.example.io/x, false",
    "a.*.io/foo, a.b.io/foo/bar, true",
    "a.*.io/foo, a.b.io/foobar, true",
    "a.*.io/foo, a.b.io:1111/foo, false",
    "a.*.io:1111/foo, a.b.io:1111/foo, true",
    "https://r.io/v1/, r.io/x, true",
    "http://r.io/v2/team, r.io/team/app, true",
    "r.io/v1, r.io/app, false",
    "r?.io, r1.io/app, false",
    "r[a-c].io, rb.io/app, true",
    "r[a-c].io, rd.io/app, false",
    "r[.io, r[.io/app, false",
    "R.io, r.io/app, false",
    "r.io/team, r.io/other, false",
    "'[fd00::1]:5000', '[fd00::1]:5000/app', true",
    "user@r.io, r.io/app, true"
  })
  void aPatternMatchesHostLabelsPortAndTheBeginningOfThePath(
      String pattern, String repository, boolean matches) {
    assertThat(RegistryPattern.parse(pattern).filter(p -> p.matches(repository)).isPresent())
        .isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource({"r.io:port", "a b.io", "'r\".io'"})
  void whatIsNoAddressIsLeftOut(String pattern) {
    assertThat(RegistryPattern.parse(pattern)).isEmpty();
  }

  @Test
  void theKeyThatSortsLastComesFirstAndEqualOnesKeepTheirOrder() {
    Keyring ring = ring("r.io", "https://r.io/team", "*.io", "http://r.io");
    assertThat(found(ring, "r.io/team/app"))
        .containsExactly("https://r.io/team", "r.io", "http://r.io", "*.io");
  }

  @Test
  void theOldNameOfTheDefaultRegistryServesWhenNothingElseDoes() {
    Keyring ring = ring("https://index.docker.io/v1/", "r.io");
    assertThat(found(ring, "docker.io/library/busybox"))
        .containsExactly("https://index.docker.io/v1/");
    assertThat(found(ring, "r.io/busybox")).containsExactly("r.io");
    assertThat(found(ring, "q.io/busybox")).isEmpty();
    assertThat(found(ring.and(ring("docker.io")), "docker.io/library/busybox"))
        .containsExactly("docker.io");
  }
}
