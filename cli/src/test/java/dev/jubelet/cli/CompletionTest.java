package dev.jubelet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts for shells; bash runs its one for real. */
@Timeout(30)
class CompletionTest {
  @TempDir Path directory;

  private final CommandLineTester jubelet = new CommandLineTester();

  /** Stands for the command while the script asks it for words. */
  @BeforeEach
  void playTheCommand() throws IOException {
    Path program = directory.resolve("jubelet");
    Files.writeString(
        program,
        """
        #!/bin/sh
        echo "$@" >> %s/asked
        case $2 in
          pods) echo web; echo worker; echo kube-system/dns ;;
          namespaces) echo default; echo kube-system ;;
          containers) echo "of-$3" ;;
        esac
        """
            .formatted(directory));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(jubelet.run("completion", "bash")).isZero();
    Files.writeString(directory.resolve("script"), jubelet.out());
  }

  private List<String> complete(String line) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                "bash",
                "-c",
                "set -u; source ./script; complete -p jubelet >&2; COMP_WORDS=(%s);".formatted(line)
                    + " COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _jubelet;"
                    + " [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' \"${COMPREPLY[@]}\"")
            .directory(directory.toFile())
            .redirectError(directory.resolve("err").toFile());
    builder.environment().put("PATH", directory + ":" + System.getenv("PATH"));
    Process bash = builder.start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(Files.readString(directory.resolve("err"))).isZero();
    return out.lines().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jubelet p                      | pods problems pull
          jubelet ex                     | exec explain
          jubelet --v                    | --version
          jubelet --socket s log         | logs
          jubelet logs --pre             | --prefix --previous
          jubelet pods -o                | -o
          jubelet pods -o ' '            | table wide json yaml
          jubelet pods --output = j      | json
          jubelet problems -o ' '        | text json
          jubelet logs w                 | web worker
          jubelet explain kube           | kube-system/dns
          jubelet logs -n ku             | kube-system
          jubelet exec web -c ' '        | of-web
          jubelet logs web ' '           | ''
          jubelet exec web -- l          | ''
          jubelet completion ' '         | bash zsh fish
          jubelet run scr                | script
          jubelet load scr               | script
          jubelet images -o ' '          | table wide json
          """)
  void bashCompletes(String line, String expected) throws Exception {
    List<String> words = complete(line.replace("' '", "''"));

    assertThat(String.join(" ", words)).isEqualTo(expected);
  }

  @Test
  void theAgentOnTheLineIsAsked() throws Exception {
    complete("jubelet --root-dir /x logs --socket = /s w");

    assertThat(Files.readString(directory.resolve("asked")))
        .isEqualTo("completion-words pods --root-dir /x --socket=/s\n");
  }

  @Test
  void everyCommandAndOptionIsInEveryScript() {
    assertThat(jubelet.run("completion", "zsh")).isZero();
    CommandLineTester fish = new CommandLineTester();
    assertThat(fish.run("completion", "fish")).isZero();
    CommandLineTester usage = new CommandLineTester();
    usage.run("--help");

    assertThat(jubelet.out()).contains("bashcompinit", "complete -F _jubelet jubelet");
    for (String command :
        List.of(
            "pods",
            "logs",
            "exec",
            "explain",
            "problems",
            "images",
            "pull",
            "load",
            "run",
            "config",
            "version")) {
      assertThat(usage.out()).contains(command);
      assertThat(fish.out()).contains("-a " + command + " -d '");
    }
    assertThat(fish.out())
        .contains("-l all-containers", "-s n -l namespace -x -a '(__jubelet_words namespaces)'")
        .doesNotContain("-a completion-words");
    assertThat(usage.out()).doesNotContain("completion-words");
  }

  @Test
  void wordsComeFromTheAgentAndNothingIsSaidWhenItIsAway() {
    try (StubAgent agent = new StubAgent(directory.resolve("."))) {
      agent.pods.add(TestPods.running("default", "web-node1"));
      agent.pods.add(TestPods.running("a", "db-node1"));
      agent.pods.add(TestPods.running("b", "db-node1"));
      String socket = "--socket=" + agent.socket();
      CommandLineTester asked = new CommandLineTester();

      assertThat(asked.run("completion-words", "pods", socket)).isZero();
      assertThat(asked.run("completion-words", "namespaces", socket)).isZero();
      assertThat(asked.run("completion-words", "containers", "web", socket)).isZero();
      assertThat(asked.out()).isEqualTo("a/db-node1\nb/db-node1\nweb\na\nb\ndefault\nc\n");
    }
    CommandLineTester alone = new CommandLineTester();
    assertThat(alone.run("completion-words", "pods", "--socket=/nowhere")).isEqualTo(3);
    assertThat(alone.out() + alone.err()).isEmpty();
  }
}
