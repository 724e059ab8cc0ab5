package dev.jubelet.it.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent as its launcher starts it. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class LauncherIT {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  @TempDir Path shared;

  private final PrivateContainerd containerd;
  private final TestNode node;

  LauncherIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.node = TestNode.prepare(containerd, containerd.endpoint(), "");
  }

  @AfterEach
  void close() {
    node.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "C.UTF-8", "xx_YY.none"})
  void namesThatAreNotAsciiArePathsInEveryLocale(String locale) throws IOException {
    start(Map.of("LANG", locale, "LC_ALL", locale, "LC_CTYPE", locale));
    // Of this process the locale may be another, so that the shell makes the names.
    shell("mkdir -p \"$1/größe\" && echo host > \"$1/größe/ölmühle\"", shared.toString());
    node.apply(
        "names.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings, namespace: default}
        data: {mode: fast}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: names}
        spec:
          volumes:
          - {name: host, hostPath: {path: "%1$s/größe"}}
          - {name: shared, hostPath: {path: "%1$s"}}
          - {name: items, configMap: {name: settings, items: [{key: mode, path: "日本/モード"}]}}
          - {name: scratch, emptyDir: {}}
          containers:
          - name: main
            image: %2$s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "cat /host/* /items/*/* > /shared/seen; touch /sub/file; %3$s"]
            volumeMounts:
            - {name: host, mountPath: /host}
            - {name: shared, mountPath: /shared}
            - {name: items, mountPath: /items}
            - {name: scratch, mountPath: /sub, subPath: "été/Ω"}
        """
            .formatted(shared, containerd.image(), STAY));
    node.awaitReady("names");
    Path seen = shared.resolve("seen");
    node.await("the files are seen", () -> Files.exists(seen) && read(seen).contains("fast"));
    assertThat(read(seen)).isEqualTo("host\nfast");
  }

  @Test
  void whatAJvmWritesWhenItCrashesIsForItsOwnerAlone() throws Exception {
    Path elsewhere = Files.createDirectory(shared.resolve("working-directory"));
    List<String> command =
        new ArrayList<>(
            List.of("env", "-C", elsewhere.toString(), "sh", "-c", "umask 0; exec \"$@\"", "sh"));
    command.addAll(node.kubeletCommand());
    command.add("--manifest-url-header=Authorization:hunter2");
    Process agent = node.launch(command, Map.of("PLANTED", "hunter3"));
    node.awaitAnswer();

    shell("kill -SEGV \"$1\"", Long.toString(agent.pid()));
    assertThat(agent.waitFor(1, TimeUnit.MINUTES)).isTrue();

    assertThat(elsewhere).isEmptyDirectory();
    Path crash = node.root().resolve("crash");
    assertThat(mode(crash)).isEqualTo("rwx------");
    assertThat(mode(crash.resolve("hs_err.log"))).isEqualTo("rw-------");
    assertThat(read(crash.resolve("hs_err.log"))).contains("SIGSEGV").doesNotContain("hunter3");
    assertThat(node.log()).doesNotContain("hunter2", "hunter3");
  }

  @Test
  void askingForTheHelpLeavesNothingOnTheMachine() throws Exception {
    Path untouched = shared.resolve("untouched");
    for (String question : List.of("--help", "--version")) {
      List<String> command = new ArrayList<>(node.kubeletCommand());
      command.addAll(List.of("--root-dir=" + untouched, question));
      shell("\"$@\"", command.toArray(String[]::new));
    }

    assertThat(untouched).doesNotExist();
  }

  private void start(Map<String, String> environment) {
    node.launch(node.kubeletCommand(), environment);
    node.awaitAnswer();
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void shell(String script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, "test"));
    command.addAll(List.of(arguments));
    Process bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.onExit().join().exitValue()).as(out).isZero();
  }
}
