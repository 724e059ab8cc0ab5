package dev.jubelet.app.config;

import static dev.jubelet.app.config.Fixture.HEADER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.edge.document.DocumentReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadFilesTest {
  private static final int LONG_LINE = 1 << 20;

  @TempDir Path directory;

  private Path file(String text) {
    return Fixture.write(directory.resolve("kubelet.yaml"), text);
  }

  @Test
  void aMissingFileIsNamed() {
    Path file = directory.resolve("absent.yaml");

    assertThat(Fixture.refusal(file)).containsExactly(file + ": does not exist");
  }

  @Test
  void aDirectoryIsRefused() {
    assertThat(Fixture.refusal(directory))
        .containsExactly(directory + ": is a directory; name a file");
  }

  @ParameterizedTest
  @CsvSource({
    "'', is empty",
    "'  \n', is empty",
    "'# only a comment\n', is empty",
    "'a: [1', is not valid YAML",
    "'a: b: c', is not valid YAML",
    "'{\"a\": ', is not valid JSON",
    "'{\"a\": 1} trailing', is not valid JSON",
    "'- 1\n- 2\n', must be a map",
    "'just words', must be a map",
    "'&a [*a ]', an alias names nothing before it",
    "'? [x]\n: 1\n', cannot be a key"
  })
  void aBrokenFileIsRefused(String text, String rule) {
    Path file = file(text);

    assertThat(Fixture.refusal(file))
        .allSatisfy(message -> assertThat(message).startsWith(file + ": ").contains(rule));
  }

  @Test
  void aBrokenLineIsNamed() {
    assertThat(Fixture.refusal(file(HEADER + "port: [1\nmaxPods: 3\n")).getFirst())
        .contains("(line 4");
  }

  @Test
  void binaryRubbishIsRefused() throws IOException {
    Path file = directory.resolve("kubelet.yaml");
    Files.write(file, new byte[] {(byte) 0xC3, (byte) 0x28, 0, 1});

    assertThat(Fixture.refusal(file)).containsExactly(file + ": is not UTF-8 text");
  }

  @Test
  void aHugeFileIsRefusedAndOneBelowTheLimitIsRead() throws IOException {
    byte[] filler = new byte[DocumentReader.MAX_BYTES - HEADER.length()];
    Arrays.fill(filler, (byte) '#');
    for (int end = filler.length - 1; end > 0; end -= LONG_LINE) {
      filler[end] = '\n';
    }
    String comment = new String(filler, StandardCharsets.US_ASCII);
    Path file = file(comment + HEADER);
    assertThat(Files.size(file)).isEqualTo(DocumentReader.MAX_BYTES);
    assertThat(Fixture.load(directory, "").warnings()).isEmpty();

    Path larger = file(comment + HEADER + "#");
    assertThat(Fixture.refusal(larger)).containsExactly(larger + ": is larger than 10 MiB");
  }

  @Test
  void anAliasBombIsRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i <= 24; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertThat(Fixture.refusal(file(HEADER + bomb)).getFirst())
        .contains("more than 250000 values after aliases are expanded");
  }

  @Test
  void theWrongKindIsRefused() {
    Path file = file("apiVersion: v1\nkind: Pod\n");

    assertThat(Fixture.refusal(file))
        .containsExactly(
            file + ": apiVersion: must be \"kubelet.config.k8s.io/v1beta1\", but is \"v1\"",
            file + ": kind: must be \"KubeletConfiguration\", but is \"Pod\"");
  }

  @ParameterizedTest
  @CsvSource({
    "'port: \"10250\"', port: must be a 32-bit integer",
    "'port: 1.5', port: must be a 32-bit integer",
    "'port: 99999999999', port: must be a 32-bit integer",
    "'enableServer: 1', enableServer: must be true or false",
    "'enableServer: \"yes\"', enableServer: must be true or false",
    "'staticPodPath: 5', staticPodPath: must be a string",
    "'syncFrequency: 10', syncFrequency: must be a duration string",
    "'syncFrequency: 10x', syncFrequency: \"10x\" is not a duration",
    "'clusterDNS: 10.0.0.1', clusterDNS: must be a list",
    "'clusterDNS: [1]', clusterDNS[0]: must be a string",
    "'evictionHard: [a]', evictionHard: must be a map",
    "'featureGates: {X: 1}', featureGates[X]: must be true or false",
    "'authentication: 3', authentication: must be a map",
    "'registerWithTaints: [3]', registerWithTaints[0]: must be a map",
    "'logging: {verbosity: -1}', logging.verbosity: must be an unsigned"
  })
  void aValueOfTheWrongTypeIsRefused(String body, String message) {
    Path file = file(HEADER + body);

    assertThat(Fixture.refusal(file).getFirst()).startsWith(file + ": " + message);
  }

  @Test
  void allWrongValuesAreReportedAtOnce() {
    assertThat(Fixture.refusal(file(HEADER + "port: x\nmaxPods: y\nclusterDNS: z\n"))).hasSize(3);
  }

  @Test
  void anUnknownFieldIsForgivenWithAWarning() {
    assertThat(Fixture.load(directory, "prot: 5\nlogging: {fromat: json}\n").warnings())
        .containsExactly(
            directory.resolve("kubelet.yaml") + ": prot: unknown field; it is ignored",
            directory.resolve("kubelet.yaml") + ": logging.fromat: unknown field; it is ignored");
  }

  @Test
  void aRepeatedKeyIsForgivenWithAWarning() {
    LoadResult.Loaded loaded = Fixture.load(directory, "maxPods: 5\nmaxPods: 6\n");

    assertThat(loaded.config().get(PodFields.MAX_PODS)).isEqualTo(6);
    assertThat(loaded.warnings().getFirst()).contains("\"maxPods\" stands twice (line 4)");
  }

  @Test
  void aSecondDocumentIsIgnoredWithAWarning() {
    assertThat(Fixture.load(directory, "maxPods: 5\n---\nmaxPods: 6\n").warnings().getFirst())
        .contains("only the first YAML document is read");
  }

  @Test
  void aLoopOfLinksIsRefused() throws IOException {
    Path file = directory.resolve("loop.yaml");
    Files.createSymbolicLink(file, file);

    assertThat(Fixture.refusal(file).getFirst())
        .startsWith(file + ": cannot be read: ")
        .containsIgnoringCase("symbolic links");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "staticPodURLHeader: {Authorization: hunter2}",
        "staticPodURLHeader: {Authorization: [[hunter2]]}",
        "staticPodURLHeader: hunter2",
        "staticPodURLHeader: {Authorization: [4711]}"
      })
  void aRefusedHeaderIsNotRepeated(String body) {
    assertThat(Fixture.refusal(file(HEADER + body)).getFirst())
        .contains("staticPodURLHeader")
        .doesNotContain("hunter2", "4711");
  }

  @Test
  void aBrokenJsonFileDoesNotGiveItsWordsAway() {
    assertThat(Fixture.refusal(file("{\"staticPodURLHeader\": {\"A\": [hunter2]}}")).getFirst())
        .contains("is not valid JSON: unrecognized word (line 1")
        .doesNotContain("hunter2");
  }
}
