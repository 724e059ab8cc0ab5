package dev.jubelet.edge.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.StillClock;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CredentialsTest {
  private static final String VERSION = "client.authentication.k8s.io/v1";

  @TempDir Path directory;
  private final SystemTimers timers = new SystemTimers();
  private final List<String> calls = new ArrayList<>();

  @AfterEach
  void close() {
    timers.close();
  }

  private Credentials credentials(String user, Timers clock) throws IOException {
    String text =
        """
        clusters: [{name: c, cluster: {server: "https://h:1", tls-server-name: n}}]
        users: [{name: u, user: %s}]
        contexts: [{name: x, context: {cluster: c, user: u}}]
        current-context: x
        """
            .formatted(user);
    Path file = Files.writeString(directory.resolve("kubeconfig"), text);
    return Credentials.of(Kubeconfig.read(file), new ObjectMapper(), clock, this::called);
  }

  private void called(PluginListener.Outcome outcome, int code) {
    calls.add(outcome + " " + code);
  }

  /** Each run adds a line to the file {@code runs}. */
  private Credentials plugin(String script) throws IOException {
    Path program =
        Files.writeString(
            directory.resolve("plugin"),
            "#!/bin/sh\necho run >>%s/runs\n%s".formatted(directory, script));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return credentials(
        "{exec: {apiVersion: %s, interactiveMode: Never, command: ./plugin, provideClusterInfo: true}}"
            .formatted(VERSION),
        timers);
  }

  private static String printing(String status) {
    return "echo '{\"apiVersion\":\"%s\",\"kind\":\"ExecCredential\",\"status\":%s}'"
        .formatted(VERSION, status);
  }

  private long runs() throws IOException {
    return Files.readAllLines(directory.resolve("runs")).size();
  }

  @Test
  void aTokenFileIsReadAgainAfterAMinute() throws IOException {
    StillClock clock = new StillClock();
    Path file = Files.writeString(directory.resolve("token"), "one\n");
    Credentials credentials = credentials("{token: fallback, tokenFile: token}", clock);
    assertThat(credentials.token()).contains("one");

    Files.writeString(file, "two");
    assertThat(credentials.token()).contains("one");
    clock.advance(Duration.ofMinutes(1));
    assertThat(credentials.token()).contains("two");
  }

  @Test
  void aRefusedTokenIsReadAgainAtOnce() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "one");
    Credentials credentials = credentials("{tokenFile: token}", new StillClock());
    assertThat(credentials.token()).contains("one");

    Files.writeString(file, "two");
    credentials.rejected();

    assertThat(credentials.token()).contains("two");
  }

  @Test
  void aTokenFileThatIsNotThereLeavesTheTokenBefore() throws IOException {
    Credentials credentials = credentials("{token: fallback, tokenFile: none}", new StillClock());

    assertThat(credentials.token()).contains("fallback");
  }

  @Test
  void aPluginIsAskedOnceUntilTheServerRefuses() throws IOException {
    Credentials credentials = plugin(printing("{\"token\":\"t\"}"));

    assertThat(credentials.token()).contains("t");
    assertThat(credentials.token()).contains("t");
    assertThat(runs()).isEqualTo(1);
    credentials.rejected();
    assertThat(credentials.token()).contains("t");
    assertThat(runs()).isEqualTo(2);
    assertThat(calls).containsExactly("SUCCEEDED 0", "SUCCEEDED 0");
  }

  @Test
  void aPluginIsAskedAgainWhenItsAnswerHasExpired() throws IOException {
    Credentials credentials =
        plugin(printing("{\"token\":\"t\",\"expirationTimestamp\":\"2020-01-01T00:00:00+01:00\"}"));

    assertThat(credentials.token()).contains("t");
    assertThat(credentials.token()).contains("t");
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void aPluginGivesACertificate() throws IOException {
    Credentials credentials =
        plugin(printing("{\"clientCertificateData\":\"c\",\"clientKeyData\":\"k\"}"));

    PemPair pair = credentials.identity().orElseThrow();
    assertThat(pair.chain()).isEqualTo("c");
    assertThat(pair.key()).isEqualTo("k");
    assertThat(pair.toString()).doesNotContain("k,");
  }

  @Test
  void aPluginLearnsOfTheClusterAndThatNobodyIsThere() throws IOException {
    Credentials credentials =
        plugin(
            "printf %s \"$KUBERNETES_EXEC_INFO\" >"
                + directory
                + "/asked\n"
                + printing("{\"token\":\"t\"}"));

    assertThat(credentials.token()).isPresent();

    assertThat(Files.readString(directory.resolve("asked")))
        .contains("\"apiVersion\":\"" + VERSION + "\"")
        .contains("\"interactive\":false")
        .contains("\"server\":\"https://h:1\"")
        .contains("\"tls-server-name\":\"n\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit 3                       | ended with 3                    | FAILED 3",
        "echo secret words            | printed no JSON                 | SUCCEEDED 0",
        "echo '{\"kind\":\"Pod\"}'    | printed no ExecCredential       | SUCCEEDED 0",
        "head -c 2000000 /dev/zero    | printed more than 1048576 bytes | NOT_READ 1",
      })
  void aPluginThatFailsIsNamed(String script, String complaint, String told) throws IOException {
    Credentials credentials = plugin(script);

    assertThatThrownBy(credentials::token)
        .isInstanceOf(AuthException.class)
        .hasMessageContaining(directory.resolve("plugin").getFileName().toString())
        .hasMessageContaining(complaint)
        .hasMessageNotContaining("secret words");
    assertThat(calls).containsExactly(told);
  }

  @Test
  void aPluginMustSayAllOfACredential() throws IOException {
    assertThatThrownBy(plugin(printing("{}"))::token).hasMessageContaining("neither a token");
    assertThatThrownBy(plugin(printing("{\"clientKeyData\":\"k\"}"))::token)
        .hasMessageContaining("only one of");
  }

  @Test
  void aMissingPluginComesWithItsHint() throws IOException {
    Credentials credentials =
        credentials(
            "{exec: {apiVersion: %s, interactiveMode: Never, command: ./none, installHint: get it}}"
                .formatted(VERSION),
            timers);

    assertThatThrownBy(credentials::token)
        .hasMessageContaining("cannot be started")
        .hasMessageContaining("get it");
    assertThat(calls).containsExactly("NOT_STARTED 1");
  }
}
