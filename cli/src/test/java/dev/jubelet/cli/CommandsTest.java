package dev.jubelet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.cli.http.Json;
import dev.jubelet.server.AgentView;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class CommandsTest {
  @TempDir Path directory;

  private final CommandLineTester jubelet = new CommandLineTester();
  private StubAgent agent;

  @BeforeEach
  void start() {
    agent = new StubAgent(directory);
    agent.pods.add(TestPods.running("default", "web-node1"));
    agent.pods.add(TestPods.running("kube-system", "dns-node1"));
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  private int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(1, "--socket=" + agent.socket());
    return jubelet.run(all.toArray(String[]::new));
  }

  @Test
  void podsListsAllOrOneNamespace() {
    assertThat(run("pods")).isZero();
    assertThat(jubelet.out()).contains("web-node1").contains("dns-node1");

    CommandLineTester second = new CommandLineTester();
    assertThat(second.run("pods", "--socket=" + agent.socket(), "-n", "kube-system")).isZero();
    assertThat(second.out()).doesNotContain("web-node1").contains("dns-node1");
  }

  @Test
  void podsPrintsJsonAndYaml() {
    assertThat(run("pods", "-o", "json", "-n", "default")).isZero();
    Json list = Json.parse(jubelet.out());
    assertThat(list.at("kind").text()).isEqualTo("PodList");
    assertThat(list.at("items").items()).hasSize(1);

    CommandLineTester second = new CommandLineTester();
    second.run("pods", "--socket=" + agent.socket(), "-o", "yaml");
    assertThat(second.out()).startsWith("kind: PodList\n").contains("name: web-node1");
  }

  @Test
  void logsPrintsTheLogOfAStaticPodByItsShortName() throws Exception {
    Files.writeString(
        directory.resolve("id.log"),
        "2026-01-01T00:00:00Z stdout F one\n2026-01-01T00:00:01Z stdout F two\n");

    assertThat(run("logs", "web", "--tail", "1", "--timestamps", "-f")).isZero();
    assertThat(jubelet.out()).isEqualTo("2026-01-01T00:00:01.000000000Z two\n");
  }

  @Test
  void logsSaysWhatTheAgentSays() {
    assertThat(run("logs", "web", "-p")).isEqualTo(1);
    assertThat(jubelet.err())
        .isEqualTo("jubelet: previous terminated container \"c\" in pod \"web-node1\" not found\n");
  }

  @Test
  void aWrongNameIsAnsweredWithNearOnes() {
    assertThat(run("logs", "wbe")).isEqualTo(4);
    assertThat(jubelet.err())
        .isEqualTo("jubelet: no pod \"wbe\": did you mean default/web-node1?\n");
  }

  @Test
  void aWrongContainerOrDurationIsNamed() {
    assertThat(run("logs", "web", "-c", "x")).isEqualTo(4);
    assertThat(run("logs", "web", "--since", "soon")).isEqualTo(2);
    assertThat(jubelet.err())
        .contains("has no container \"x\", only c")
        .contains("--since \"soon\"");
  }

  @Test
  void explainTellsTheStory() {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    agent.addStep(
        "default",
        "web-node1",
        new Timeline.Entry("sandbox", "", start, start.plusMillis(42), "", null));

    assertThat(run("explain", "default/web")).isZero();
    assertThat(jubelet.out())
        .isEqualTo(
            """
            default/web-node1 is running and ready.

            AT        TOOK   STEP      DETAIL   WAITED FOR   OUTCOME
            +0.000s   42ms   sandbox                         ok
            """);
  }

  @Test
  void explainFindsAPodThatIsGone() {
    agent.gone.add(TestPods.ended("default", "job-node1", 3));
    Instant end = Instant.now().minusSeconds(65);
    agent.addStep("default", "job-node1", new Timeline.Entry("gone", "", end, end, "", null));

    assertThat(run("explain", "job")).isZero();
    assertThat(jubelet.out())
        .startsWith("default/job-node1 is gone since 65s: container c0 ended with 3.\n");
    assertThat(run("logs", "job")).isEqualTo(4);
  }

  @Test
  void explainShowsTheLastLinesOfACrash() throws Exception {
    agent.pods.add(TestPods.crashed("default", "bad-node1"));
    agent.addStep("default", "bad-node1");
    Files.writeString(
        directory.resolve("last.log"),
        "2026-01-01T00:00:00Z stdout F starting\n2026-01-01T00:00:01Z stderr F boom\n");

    assertThat(run("explain", "bad")).isZero();
    assertThat(jubelet.out())
        .startsWith(
            "default/bad-node1 is waiting: container c ended with 7 twice, last words \"boom\".\n")
        .contains("Last lines of container c, which ended with 7\n  starting\n  boom\n");
  }

  @Test
  void aNamespaceChoosesAmongPodsOfOneName() {
    agent.pods.add(TestPods.running("other", "web-node1"));
    agent.addStep("other", "web-node1");

    assertThat(run("explain", "web")).isEqualTo(2);
    assertThat(run("explain", "web", "-n", "other")).isZero();
    assertThat(run("explain", "web", "-n", "none")).isEqualTo(4);
    assertThat(jubelet.out()).startsWith("other/web-node1 is running and ready.");
    assertThat(run("exec", "-n", "other", "web", "true")).isEqualTo(4);
    assertThat(agent.execs.getFirst().namespace()).isEqualTo("other");
    assertThat(run("logs", "web", "--namespace=other", "-p")).isEqualTo(1);
  }

  @Test
  void optionsOfTheCommandAreNotOurs() {
    run("exec", "web", "ls", "-la", "--", "-c", "x");
    run("exec", "-i", "web", "-c", "c", "--", "ls", "-la");
    run("exec", "-c", "c", "-n", "default", "web", "sh", "-c", "exit 3");

    assertThat(agent.execs)
        .extracting(AgentView.ExecRequest::command)
        .containsExactly(
            List.of("ls", "-la", "--", "-c", "x"),
            List.of("ls", "-la"),
            List.of("sh", "-c", "exit 3"));
    assertThat(agent.execs)
        .extracting(AgentView.ExecRequest::stdin)
        .containsExactly(false, true, false);
  }

  @Test
  void guessingTheContainerIsTold() {
    agent.pods.add(TestPods.ended("default", "two-node1", 0, 0));

    run("exec", "two", "true");

    assertThat(agent.execs.getFirst().container()).isEqualTo("c0");
    assertThat(jubelet.err()).startsWith("Defaulted container \"c0\" out of: c0, c1\n");
  }

  @Test
  void theLogsOfAllContainersCanBeHadAtOnce() throws Exception {
    agent.pods.add(TestPods.ended("default", "two-node1", 0, 0));
    Files.writeString(directory.resolve("id-c0.log"), "2026-01-01T00:00:00Z stdout F one\n");
    Files.writeString(directory.resolve("id-c1.log"), "2026-01-01T00:00:00Z stdout F two\n");

    assertThat(run("logs", "two", "--all-containers", "--tail", "-1")).isZero();
    assertThat(jubelet.out()).isEqualTo("one\ntwo\n");

    CommandLineTester second = new CommandLineTester();
    assertThat(
            second.run(
                "logs", "two", "--socket=" + agent.socket(), "--all-containers", "-f", "--prefix"))
        .isZero();
    assertThat(second.out().lines())
        .containsExactlyInAnyOrder("[pod/two-node1/c0] one", "[pod/two-node1/c1] two");
    assertThat(run("logs", "two", "--all-containers", "-c", "c0")).isEqualTo(2);
  }

  @Test
  void aLogThatIsNotThereDoesNotHideTheOthers() throws Exception {
    agent.pods.add(TestPods.ended("default", "two-node1", 0, 0));
    Files.writeString(directory.resolve("id-c1.log"), "2026-01-01T00:00:00Z stdout F two\n");

    assertThat(run("logs", "two", "--all-containers")).isEqualTo(1);
    assertThat(jubelet.out()).isEqualTo("two\n");
    assertThat(jubelet.err()).contains("id-c0.log does not exist");
  }

  @Test
  void theAgentMayBeNamedBeforeTheCommand() {
    assertThat(jubelet.run("--socket", agent.socket().toString(), "pods")).isZero();
    assertThat(jubelet.run("--root-dir=" + directory, "pods", "-o", "json")).isZero();
    assertThat(jubelet.run("--root-dir", "/nowhere", "pods", "--root-dir", directory.toString()))
        .isZero();
    assertThat(jubelet.run("--root-dir", "/nowhere", "pods")).isEqualTo(3);
    assertThat(jubelet.err()).contains("no agent answers on /nowhere/jubelet.sock");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "pods --version", "logs -V"})
  void theVersionIsAnOptionToo(String line) {
    assertThat(jubelet.run(line.split(" "))).isZero();
    assertThat(jubelet.out()).isEqualTo("jubelet development build\n");
  }

  @Test
  void problemsAreListedAndMayBeTheExitCode() {
    assertThat(run("problems")).isZero();
    assertThat(run("problems", "--exit-code")).isZero();
    assertThat(jubelet.out()).isEqualTo("No problems.\nNo problems.\n");

    agent.problems.add(
        new AgentView.Problem("manifest", "/etc/a.yaml", "spec: bad", "mend it", Instant.EPOCH));
    CommandLineTester second = new CommandLineTester();
    assertThat(second.run("problems", "--socket=" + agent.socket())).isZero();
    assertThat(second.out()).contains("/etc/a.yaml (manifest, since", "To do: mend it");
    assertThat(run("problems", "--exit-code", "-o", "json")).isEqualTo(1);
    assertThat(jubelet.out()).contains("\"advice\" : \"mend it\"");
  }

  @Test
  void execPassesTheRefusalOn() {
    assertThat(run("exec", "web", "--", "true")).isEqualTo(4);
    assertThat(jubelet.err()).isEqualTo("jubelet: container is not running\n");
    assertThat(agent.execs.getFirst().command()).containsExactly("true");
    assertThat(agent.execs.getFirst().container()).isEqualTo("c");
  }

  @Test
  void configListsWhatHasNoEffectYet() {
    assertThat(jubelet.run("config", "--unsupported")).isZero();
    assertThat(jubelet.out().lines()).isNotEmpty().doesNotContain("staticPodPath");
    assertThat(jubelet.run("config")).isEqualTo(2);
  }

  @Test
  void versionNamesTheAgentToo() {
    assertThat(run("version")).isZero();
    assertThat(jubelet.out()).contains("agent v9");
  }

  @Test
  void withoutAnAgentTheSocketIsNamed() {
    Path nowhere = directory.resolve("none.sock");

    assertThat(jubelet.run("pods", "--socket=" + nowhere)).isEqualTo(3);
    assertThat(jubelet.err()).contains("no agent answers on " + nowhere);
  }

  @Test
  void mistakesInTheCommandLineExitWith2() {
    assertThat(jubelet.run()).isEqualTo(2);
    assertThat(jubelet.run("nosuch")).isEqualTo(2);
    assertThat(run("pods", "-A", "-n", "x")).isEqualTo(2);
  }
}
