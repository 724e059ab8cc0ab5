package dev.jubelet.image.name;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageNameTest {
  private static final String HEX =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

  @ParameterizedTest
  @CsvSource({
    "busybox, busybox:latest, true",
    "busybox:1.36, busybox:1.36, false",
    "busybox:latest, busybox:latest, true",
    "library/busybox, library/busybox:latest, true",
    "localhost:5000/team/app, localhost:5000/team/app:latest, true",
    "localhost:5000/app:v1, localhost:5000/app:v1, false",
    "REG.example.com/a__b/c-d.e, REG.example.com/a__b/c-d.e:latest, true",
    "'[fd00::1]:5000/app', '[fd00::1]:5000/app:latest', true",
    "app@sha256:" + HEX + ", app@sha256:" + HEX + ", false",
    "app:latest@sha256:" + HEX + ", app:latest@sha256:" + HEX + ", false"
  })
  void aNameWithoutTagOrDigestMeansLatest(String written, String full, boolean latest) {
    ImageName name = ImageName.parse(written);
    assertThat(name.written()).isEqualTo(written);
    assertThat(name.full()).isEqualTo(full);
    assertThat(name.latest()).isEqualTo(latest);
  }

  @ParameterizedTest
  @CsvSource({
    "busybox, busybox, docker.io/library/busybox, docker.io/library/busybox:latest",
    "team/app:v1, team/app, docker.io/team/app, docker.io/team/app:v1",
    "index.docker.io/app, index.docker.io/app, docker.io/library/app,"
        + " docker.io/library/app:latest",
    "docker.io/app:1, docker.io/app, docker.io/library/app, docker.io/library/app:1",
    "localhost/app:1, localhost/app, localhost/app, localhost/app:1",
    "r.io:5000/a/b, r.io:5000/a/b, r.io:5000/a/b, r.io:5000/a/b:latest",
    "REG/app, REG/app, REG/app, REG/app:latest",
    "app:1@sha256:" + HEX + ", app, docker.io/library/app, docker.io/library/app@sha256:" + HEX
  })
  void theRepositoryIsKnownAsWrittenAndWithItsRegistry(
      String written, String repository, String normalised, String canonical) {
    ImageName name = ImageName.parse(written);
    assertThat(name.repository()).isEqualTo(repository);
    assertThat(name.normalised()).isEqualTo(normalised);
    assertThat(name.canonical()).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "'', invalid reference format",
    "a b, invalid reference format",
    "app:, invalid reference format",
    "app::v1, invalid reference format",
    "-app, invalid reference format",
    "app@sha256:12, invalid reference format",
    "Busybox, invalid reference format: repository name (Busybox) must be lowercase",
    "x.io/Team/app:V1, invalid reference format: repository name (Team/app) must be lowercase",
    "app@md5:0123456789abcdef0123456789abcdef, unsupported digest algorithm",
    "app@sha256:0123456789abcdef0123456789abcdef, invalid checksum digest length"
  })
  void whatIsNotANameIsRefusedInTheKnownWords(String written, String why) {
    assertThatThrownBy(() -> ImageName.parse(written))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("couldn't parse image name \"" + written + "\": " + why);
  }

  @ParameterizedTest
  @CsvSource({
    HEX + ", 'invalid repository name (" + HEX + "), cannot specify 64-byte hexadecimal strings'"
  })
  void anIdIsNotAName(String written, String why) {
    assertThatThrownBy(() -> ImageName.parse(written)).hasMessageEndingWith(why);
  }
}
