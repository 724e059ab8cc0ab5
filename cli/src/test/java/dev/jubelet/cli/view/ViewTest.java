package dev.jubelet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewTest {
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

  private static Json pod(String namespace, String name, String status) {
    return Json.parse(
        "{\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"creationTimestamp\":\"2026-01-01T23:55:30Z\"},\"spec\":{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]},\"status\":%s}"
            .formatted(namespace, name, status));
  }

  private static Json named(String namespace, String name) {
    return pod(namespace, name, "{\"phase\":\"Pending\"}");
  }

  @Test
  void theTableIsSortedAndAligned() {
    Json web =
        pod(
            "default",
            "web",
            "{\"phase\":\"Running\",\"podIP\":\"10.0.0.7\",\"containerStatuses\":[{\"ready\":true,\"restartCount\":3,\"state\":{\"running\":{}}},{\"ready\":false,\"restartCount\":1,\"state\":{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}}]}");

    assertThat(PodTable.render(List.of(web, named("aaa", "pod-with-a-long-name")), false, NOW))
        .isEqualTo(
            """
            NAMESPACE   NAME                   READY   STATUS             RESTARTS   AGE     IP
            aaa         pod-with-a-long-name   0/2     Pending            0          4m30s   <none>
            default     web                    1/2     CrashLoopBackOff   4          4m30s   10.0.0.7
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"phase":"Pending"}                                                       | Pending
          {"phase":"Failed","reason":"Evicted"}                                     | Evicted
          {"containerStatuses":[{"state":{"terminated":{"exitCode":3}}}]}           | ExitCode:3
          {"containerStatuses":[{"state":{"terminated":{"signal":9}}}]}             | Signal:9
          {"containerStatuses":[{"state":{"terminated":{"reason":"OOMKilled"}}}]}   | OOMKilled
          {"initContainerStatuses":[{"state":{"running":{}}}]}                      | Init:0/1
          {"initContainerStatuses":[{"state":{"waiting":{"reason":"ErrImagePull"}}}]} | Init:ErrImagePull
          {"initContainerStatuses":[{"state":{"terminated":{"exitCode":1}}}]}       | Init:ExitCode:1
          {"phase":"Running","initContainerStatuses":[{"started":true,"state":{"running":{}}}]} | Running
          {}                                                                        | Unknown
          """)
  void oneWordSaysHowAPodIs(String status, String word) {
    assertThat(PodStatusText.of(pod("n", "p", status))).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "119, 119s",
    "120, 2m",
    "599, 9m59s",
    "600, 10m",
    "10799, 179m",
    "10800, 3h",
    "28799, 7h59m",
    "28800, 8h",
    "172800, 2d",
    "691200, 8d",
    "-5, 0s"
  })
  void agesGetCoarser(long seconds, String text) {
    assertThat(HumanDuration.age(Duration.ofSeconds(seconds))).isEqualTo(text);
  }

  @Test
  void namesMayBeShortWhenTheyAreUnambiguous() {
    PodMatcher names =
        new PodMatcher(
            List.of(named("default", "web-node1"), named("a", "db-node1"), named("b", "db-node1")),
            "Node1");

    assertThat(PodMatcher.fullName(names.find("web"))).isEqualTo("default/web-node1");
    assertThat(PodMatcher.fullName(names.find("web-node1"))).isEqualTo("default/web-node1");
    assertThat(PodMatcher.fullName(names.find("b/db"))).isEqualTo("b/db-node1");
    assertThatThrownBy(() -> names.find("db"))
        .isInstanceOf(CliException.class)
        .hasMessage("several pods are called \"db\": say which of a/db-node1, b/db-node1");
    assertThatThrownBy(() -> names.find("wed"))
        .hasMessage("no pod \"wed\": did you mean default/web-node1?");
    assertThatThrownBy(() -> names.find("xyz"))
        .hasMessage("no pod \"xyz\": `jubelet pods` lists all");
  }

  @Test
  void theWholeNameWinsOverAShortOne() {
    PodMatcher names =
        new PodMatcher(List.of(named("default", "web"), named("default", "web-node1")), "node1");

    assertThat(PodMatcher.name(names.find("web"))).isEqualTo("web");
  }

  @Test
  void anExplanationHasTheHeadlineTheLastLinesTheStepsAndTheEvents() {
    Json pod =
        Json.parse(
            "{\"metadata\":{\"namespace\":\"default\",\"name\":\"web\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]},\"status\":{\"phase\":\"Running\",\"containerStatuses\":[{\"name\":\"c\",\"state\":{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}},\"lastState\":{\"terminated\":{\"exitCode\":7,\"finishedAt\":\"2026-01-01T23:59:58Z\"}}}]}}");
    Json history =
        Json.parse(
            "{\"dropped\":2,\"steps\":[{\"what\":\"exit\",\"detail\":\"c\",\"start\":\"2026-01-01T23:59:58Z\",\"end\":\"2026-01-01T23:59:58Z\",\"outcome\":\"exit"
                + " code"
                + " 7\"},{\"what\":\"wait\",\"detail\":\"c\",\"start\":\"2026-01-01T23:59:58.5Z\",\"waitedFor\":\"CrashLoopBackOff\",\"until\":\"2026-01-02T00:00:08Z\"}],\"events\":[{\"time\":\"2026-01-01T23:59:00Z\",\"type\":\"Warning\",\"reason\":\"Failed\",\"message\":\"no\\n"
                + "  route\",\"count\":3}]}");

    assertThat(new Explanation(pod, history, Map.of("c", List.of("one", "two")), NOW).render())
        .isEqualTo(
            """
            default/web is waiting: container c ended with 7, last words "two", next try in 8 s.

            Last lines of container c, which ended with 7 2s ago
              one
              two

            AT        TOOK   STEP   DETAIL   WAITED FOR                        OUTCOME
            +0.000s   0ms    exit   c                                          exit code 7
            +0.500s   …      wait   c        CrashLoopBackOff until +10.000s   running
            (2 older steps dropped)

            Events
            AGE   TYPE      REASON   COUNT   MESSAGE
            60s   Warning   Failed   3       no route
            """);
  }

  @Test
  void onlyOfContainersThatEndedBadlyTheLastLinesAreRead() {
    Json pod =
        Json.parse(
            "{\"metadata\":{\"namespace\":\"n\",\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}]},\"status\":{\"containerStatuses\":[{\"name\":\"a\",\"state\":{\"terminated\":{\"exitCode\":0}}},{\"name\":\"b\",\"state\":{\"running\":{}},\"lastState\":{\"terminated\":{\"exitCode\":1}}},{\"name\":\"c\",\"state\":{\"terminated\":{\"exitCode\":2}}}]}}");

    assertThat(LogTail.of(pod, target -> target + "\n\u001b[31mred\u001b[0m\u0007"))
        .isEqualTo(
            Map.of(
                "b", List.of("/containerLogs/n/p/b?tailLines=5&previous=true", "red"),
                "c", List.of("/containerLogs/n/p/c?tailLines=5", "red")));
  }

  @Test
  void ofTwoPodsOfOneNameTheOneThatStaysIsMeant() {
    Json ending =
        Json.parse(
            "{\"metadata\":{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"1\",\"deletionTimestamp\":\"2026-01-02T00:00:00Z\"}}");
    Json next =
        Json.parse("{\"metadata\":{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"2\"}}");
    PodMatcher both = new PodMatcher(List.of(ending, next), "node1");

    assertThat(both.find("web")).isEqualTo(next);
    assertThat(new PodMatcher(List.of(ending), "node1").find("web")).isEqualTo(ending);
    assertThat(both.newest("web")).contains(next);
  }

  @Test
  void aNamespaceNarrowsTheSearchAndShortNamesAreFound() {
    PodMatcher names =
        new PodMatcher(
            List.of(named("default", "web-node1"), named("a", "db-node1"), named("b", "db-node1")),
            "node1");

    assertThat(PodMatcher.fullName(names.within("b").find("db"))).isEqualTo("b/db-node1");
    assertThatThrownBy(() -> names.within("c").find("db")).hasMessageContaining("no pod \"db\"");
    assertThat(names.shortest(named("default", "web-node1"))).isEqualTo("web");
    assertThat(names.shortest(named("a", "db-node1"))).isEqualTo("a/db-node1");
  }

  @Test
  void problemsAreListedWithWhatToDo() {
    assertThat(ProblemList.render(List.of(), NOW)).isEqualTo("No problems.\n");
    assertThat(
            ProblemList.render(
                List.of(
                    Json.parse(
                        "{\"kind\":\"manifest\",\"source\":\"/etc/a.yaml\",\"reason\":\"spec:"
                            + " bad\\n"
                            + "line 2\",\"advice\":\"mend it\",\"time\":\"2026-01-01T23:59:00Z\"}"),
                    Json.parse(
                        "{\"kind\":\"disk\",\"source\":\"/var\",\"reason\":\"full\",\"advice\":\"free"
                            + " some\"}")),
                NOW))
        .isEqualTo(
            """
            /etc/a.yaml (manifest, since 60s)
              spec: bad; line 2
              To do: mend it

            /var (disk)
              full
              To do: free some
            """);
  }
}
