package dev.jubelet.app.flags;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.config.Fixture;
import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.flags.ParseResult.Fail;
import dev.jubelet.app.flags.ParseResult.Print;
import dev.jubelet.app.flags.ParseResult.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeletOptionsTest {
  private static final String STANDALONE =
      "authentication: {webhook: {enabled: false}}\nauthorization: {mode: AlwaysAllow}\n";

  @TempDir Path directory;

  private ParseResult parse(String... argv) {
    return KubeletOptions.parse(List.of(argv), new ProcessEnvironment(directory));
  }

  private Run run(String... argv) {
    return switch (parse(argv)) {
      case Run run -> run;
      case Print print -> throw new AssertionError("printed " + print.text());
      case Fail fail -> throw new AssertionError("refused: " + fail.problems());
    };
  }

  private List<String> fail(String... argv) {
    return switch (parse(argv)) {
      case Fail fail -> fail.problems().stream().map(Problem::message).toList();
      case Run run -> throw new AssertionError("accepted " + run.warnings());
      case Print print -> throw new AssertionError("printed " + print.text());
    };
  }

  private void config(String body) {
    Fixture.write(directory.resolve("kubelet.yaml"), Fixture.HEADER + STANDALONE + body);
  }

  @Test
  void noFlagAtAllIsEnoughToRun() {
    Run run = run();

    assertThat(run.warnings()).isEmpty();
    assertThat(run.options().isStandalone()).isTrue();
    assertThat(run.options().flags().get(NodeFlags.ROOT_DIR)).isEqualTo("/var/lib/kubelet");
    assertThat(run.options().reportedVersion()).isEqualTo("v1.36.4");
  }

  @ParameterizedTest
  @CsvSource({
    "--version, Kubernetes v1.36.4",
    "--version=true, Kubernetes v1.36.4",
  })
  void theVersionIsPrintedAsToolsExpectIt(String flag, String text) {
    assertThat(parse(flag)).isEqualTo(new Print(text));
  }

  @Test
  void theRawVersionNamesItsParts() {
    assertThat(parse("--version=raw"))
        .isInstanceOfSatisfying(
            Print.class,
            print ->
                assertThat(print.text())
                    .startsWith("version.Info{Major:\"1\", Minor:\"36\", GitVersion:\"v1.36.4\""));
  }

  @Test
  void aVersionWithASuffixIsReportedInstead() {
    assertThat(run("--version=v1.36.4-mine").options().reportedVersion()).isEqualTo("v1.36.4-mine");
    assertThat(run("--version=false").options().reportedVersion()).isEqualTo("v1.36.4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1.35.0", "v1.36.44", "banana", "1.36.4"})
  void anotherVersionIsRefused(String version) {
    assertThat(fail("--version=" + version).getFirst()).startsWith("--version: invalid value");
  }

  @Test
  void helpIsPrinted() {
    assertThat(parse("-h", "--config=absent"))
        .isInstanceOfSatisfying(
            Print.class,
            print -> assertThat(print.text()).contains("--container-runtime-endpoint"));
  }

  @Test
  void anErrorOutranksHelp() {
    assertThat(fail("--help", "--nope")).containsExactly("--nope: unknown flag");
  }

  @Test
  void theConfigurationFileIsFoundFromTheWorkingDirectory() {
    config("maxPods: 12\nstaticPodPath: pods\n");

    assertThat(run("--config=kubelet.yaml").options().config().get(PodFields.MAX_PODS))
        .isEqualTo(12);
  }

  @Test
  void flagsWinOverTheFile() {
    config("maxPods: 12\nport: 12345\n");

    Run run = run("--config", "kubelet.yaml", "--max-pods=13", "--max-pods=14");

    assertThat(run.options().config().get(PodFields.MAX_PODS)).isEqualTo(14);
    assertThat(run.options().config().get(ServerFields.PORT)).isEqualTo(12345);
    assertThat(run.warnings())
        .containsExactly(
            "Flag --max-pods has been deprecated, set maxPods in the file given by --config"
                + " instead");
  }

  @Test
  void aFlagWithABadValueIsNamedInTheProblem() {
    assertThat(fail("--port=0", "--max-pods=-1"))
        .containsExactly(
            "--port: port: must be between 1 and 65535, inclusive, but is 0",
            "--max-pods: maxPods: must be 0 or greater, but is -1");
  }

  @Test
  void aJournalOfPodsOfAnApiServerNeedsOne() {
    assertThat(fail("--offline-journal")).containsExactly("--offline-journal: needs --kubeconfig");
    assertThat(fail("--offline-journal-key-file=/run/key"))
        .containsExactly("--offline-journal-key-file: needs --offline-journal");
  }

  @Test
  void problemsOfFlagsAndFileComeTogether() {
    config("maxPods: -1\n");

    assertThat(fail("--config=kubelet.yaml", "--cloud-provider=aws", "--port=0")).hasSize(3);
  }

  @Test
  void withoutAnApiServerNobodyCanBeAskedAboutCallers() {
    Fixture.write(directory.resolve("kubelet.yaml"), Fixture.HEADER);

    assertThat(fail("--config=kubelet.yaml"))
        .containsExactly(
            "configuration: authentication.webhook.enabled: must be false, for there is no API"
                + " server to ask",
            "configuration: authorization.mode: must be AlwaysAllow, for there is no API server to"
                + " ask");
  }

  @Test
  void aNodeWithAnApiServerMayAskItAboutCalls() {
    Fixture.write(directory.resolve("kubelet.yaml"), Fixture.HEADER);
    Run run = run("--config=kubelet.yaml", "--kubeconfig=node.conf");
    assertThat(run.options().isStandalone()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--cloud-provider=aws | --cloud-provider: must be empty or",
        "--root-dir=/var/lib/../x | --root-dir: must be a path without",
        "--root-dir=/var/lib/ | --root-dir: must be a path without",
        "--exit-on-lock-contention | --exit-on-lock-contention: needs --lock-file",
        "--node-labels=-a=b | --node-labels: \"-a=b\" is not a valid label",
        "--node-labels=a=b c | --node-labels: \"a=b c\" is not a valid label",
        "--node-labels=node-role.kubernetes.io/worker= | --node-labels:"
            + " \"node-role.kubernetes.io/worker\" is reserved",
        "--node-labels=k8s.io/x=y | --node-labels: \"k8s.io/x\" is reserved"
      })
  void flagsAboutTheNodeHaveRules(String flag, String problem) {
    assertThat(fail(flag)).singleElement().asString().startsWith(problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topology.kubernetes.io/zone=a",
        "x.node.kubernetes.io/y=z",
        "kubelet.kubernetes.io/a=b",
        "example.com/a=b",
        "mykubernetes.io/a=b"
      })
  void aNodeMaySetTheseLabels(String label) {
    assertThat(run("--node-labels=" + label).options().flags().get(NodeFlags.NODE_LABELS))
        .hasSize(1);
  }

  @Test
  void whatHasNoEffectYetIsWarnedAboutOnlyWhenItIsChanged() {
    config("topologyManagerScope: pod\nkubeAPIQPS: 50\nhairpinMode: none\n");

    assertThat(run("--config=kubelet.yaml", "--lock-file=/x", "--runtime-cgroups=").warnings())
        .containsExactly(
            directory.resolve("kubelet.yaml") + ": topologyManagerScope has no effect yet",
            "--lock-file has no effect yet");
  }

  @Test
  void aGateThatIsFinishedIsWarnedAbout() {
    assertThat(run("--feature-gates=NodeSwap=true").warnings())
        .anyMatch(warning -> warning.startsWith("Setting GA feature gate NodeSwap=true"));
    assertThat(fail("--feature-gates=NodeSwap=false,Nope=true"))
        .containsExactly(
            "--feature-gates: featureGates: cannot set feature gate NodeSwap to false, it is locked"
                + " to true",
            "--feature-gates: featureGates: unrecognized feature gate: Nope");
  }

  @Test
  void theFlagAndTheFieldOfSeccompDefaultAreAlternatives() {
    assertThat(run().options().seccompDefault()).isFalse();
    assertThat(run("--seccomp-default").options().seccompDefault()).isTrue();
    config("seccompDefault: true\n");
    assertThat(run("--config=kubelet.yaml").options().seccompDefault()).isTrue();
  }

  @Test
  void flagLinesShowEffectiveValuesButNoSecret() {
    config("maxPods: 12\nstaticPodURLHeader: {Authorization: [hunter2]}\n");

    List<String> lines =
        run("--config=kubelet.yaml", "--storage-driver-password=hunter3").options().flagLines();

    assertThat(lines)
        .hasSize(KubeletFlags.all().size())
        .contains(
            "FLAG: --max-pods=\"12\"",
            "FLAG: --config=\"kubelet.yaml\"",
            "FLAG: --manifest-url-header=\"<masked>\"")
        .noneMatch(line -> line.contains("hunter"));
  }

  @Test
  void aConfigurationInALogShowsNoHeaderValue() {
    config("staticPodURLHeader: {Authorization: [hunter2]}\n");

    assertThat(run("--config=kubelet.yaml").options().toString())
        .contains("\"staticPodURLHeader\":{\"Authorization\":[\"<masked>\"]}")
        .doesNotContain("hunter2");
  }
}
