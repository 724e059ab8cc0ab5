package dev.jubelet.app.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.Fixture;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A secret that is planted wherever configuration may hold one shows in no output. */
class ShownSecretsTest {
  private static final String STANDALONE =
      "authentication: {webhook: {enabled: false}}\nauthorization: {mode: AlwaysAllow}\n";
  private static final String SECRET = "hunter2";

  @TempDir Path directory;

  /** All that people and machines can be shown of a command line and its files. */
  private String shown(String... argv) {
    ParseResult result = KubeletOptions.parse(List.of(argv), new ProcessEnvironment(directory));
    List<String> shown = new ArrayList<>(List.of(result.toString()));
    if (result instanceof ParseResult.Run run) {
      shown.addAll(run.options().flagLines());
      shown.addAll(run.options().flagValues().values());
      shown.addAll(run.warnings());
      shown.add(run.options().config().toJson().toString());
      shown.add(run.options().config().toString());
    }
    return String.join("\n", shown);
  }

  private void config(String body) {
    Fixture.write(directory.resolve("kubelet.yaml"), Fixture.HEADER + STANDALONE + body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--manifest-url-header=Authorization:Bearer hunter2",
        "--manifest-url-header=A:hunter2,B:hunter2",
        "--manifest-url-header=hunter2",
        "--manifest-url-header=A:b\u0000hunter2",
        "--manifest-url-headers=A:hunter2",
        "--manifest_url_header=A:hunter2",
        "--manifest-url=http://user:hunter2@example.com/pods",
        "--manifest-url=http://hunter2@example.com/pods",
        "--manifest-url=http://user:hunter2 @example.com/pods",
        "--manifest-url=http://user:[hunter2@example.com/pods",
        "--manifest-url=//user:hunter2@example.com/pods",
        "--storage-driver-password=hunter2"
      })
  void noneOfAFlag(String flag) {
    assertThat(shown(flag)).doesNotContain(SECRET);
    assertThat(shown(flag, "--max-pods=-1")).doesNotContain(SECRET);
  }

  @Test
  void noneOfAHeaderThatNobodyQuoted() {
    assertThat(shown("--manifest-url-header=Authorization:", SECRET))
        .doesNotContain(SECRET)
        .contains("only flags are taken");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "staticPodURLHeader: {Authorization: [Bearer hunter2]}",
        "staticPodURLHeader: {Authorization: [a, hunter2], B: [hunter2]}",
        "staticPodURLHeader: {Authorization: hunter2}",
        "staticPodURLHeader: {Authorization: [*hunter2]}",
        "staticPodURLHeader: {Authorization: [!hunter2 x]}",
        "staticPodURLHeader: {Authorization: [%hunter2]}",
        "staticPodURLHeader: {Authorization: [@hunter2]}",
        "staticPodURLHeader: {Authorization: [\"hunter2]}",
        "staticPodURLHeader: {Authorization: [hunter2",
        "staticPodURLHeaders: {Authorization: [hunter2]}",
        "staticPodURLHeader:\nAuthorization: [hunter2]",
        "staticPodURL: http://user:hunter2@example.com/pods",
        "staticPodURL: http://user:hunter2@example.com/po ds",
        "staticPodURL: [hunter2]",
        "maxPods: -1\nstaticPodURLHeader: {Authorization: [hunter2]}"
      })
  void noneOfAFileOrADropIn(String body) {
    config(body);
    assertThat(shown("--config=kubelet.yaml")).doesNotContain(SECRET);

    config("");
    Fixture.write(directory.resolve("drop-ins/10.conf"), Fixture.HEADER + body);
    assertThat(shown("--config=kubelet.yaml", "--config-dir=drop-ins")).doesNotContain(SECRET);
  }

  @Test
  void theRestOfWhatIsMaskedStaysToBeSeen() {
    config(
        """
        staticPodURL: https://user:hunter2@example.com:8443/pods?node=a
        staticPodURLHeader: {Authorization: [hunter2]}
        """);

    assertThat(shown("--config=kubelet.yaml"))
        .contains("\"staticPodURL\":\"https://<masked>@example.com:8443/pods?node=a\"")
        .contains("\"staticPodURLHeader\":{\"Authorization\":[\"<masked>\"]}")
        .contains("FLAG: --manifest-url=\"https://<masked>@example.com:8443/pods?node=a\"");
  }

  @Test
  void aUrlThatIsNoneIsRefusedAtTheStart() {
    assertThat(shown("--manifest-url=http://example.com/po ds"))
        .contains(
            "--manifest-url: staticPodURL: must be a valid URL,"
                + " but is \"http://example.com/po ds\"");
  }
}
