package dev.jubelet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.cli.http.Json;
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
            default/web-node1 is ready and waits for nothing.

            AT        TOOK   STEP      DETAIL   WAITED FOR   OUTCOME
            +0.000s   42ms   sandbox                         ok
            """);
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
