package dev.jubelet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    PodNames names =
        new PodNames(
            List.of(named("default", "web-node1"), named("a", "db-node1"), named("b", "db-node1")),
            "Node1");

    assertThat(PodNames.fullName(names.find("web"))).isEqualTo("default/web-node1");
    assertThat(PodNames.fullName(names.find("web-node1"))).isEqualTo("default/web-node1");
    assertThat(PodNames.fullName(names.find("b/db"))).isEqualTo("b/db-node1");
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
    PodNames names =
        new PodNames(List.of(named("default", "web"), named("default", "web-node1")), "node1");

    assertThat(PodNames.name(names.find("web"))).isEqualTo("web");
  }

  @Test
  void anExplanationBeginsWithWhatThePodWaitsFor() {
    Json history =
        Json.parse(
            "{\"dropped\":2,\"steps\":[{\"what\":\"sandbox\",\"detail\":\"\",\"start\":\"2026-01-01T23:59:58Z\",\"end\":\"2026-01-01T23:59:58.5Z\",\"outcome\":\"\"},{\"what\":\"image\",\"detail\":\"busybox\",\"start\":\"2026-01-01T23:59:58.5Z\",\"waitedFor\":\"2 other pulls\"}],\"events\":[{\"time\":\"2026-01-01T23:59:00Z\",\"type\":\"Warning\",\"reason\":\"Failed\",\"message\":\"no route\",\"count\":3}]}");

    assertThat(new Explanation(named("default", "web"), history, NOW).render())
        .isEqualTo(
            """
            default/web waits for image busybox (2 other pulls), since 1.50s.

            AT        TOOK    STEP      DETAIL    WAITED FOR      OUTCOME
            +0.000s   500ms   sandbox                             ok
            +0.500s   …       image     busybox   2 other pulls   running
            (2 older steps forgotten)

            Events
            AGE   TYPE      REASON   COUNT   MESSAGE
            60s   Warning   Failed   3       no route
            """);
  }

  @Test
  void anExplanationNamesAFailedLastStep() {
    Json history =
        Json.parse(
            "{\"steps\":[{\"what\":\"kill\",\"detail\":\"c\",\"start\":\"2026-01-01T23:59:58Z\",\"end\":\"2026-01-01T23:59:59Z\",\"outcome\":\"timeout\"}]}");

    assertThat(new Explanation(named("default", "web"), history, NOW).render())
        .startsWith("default/web is Pending; its last step, kill c, ended with: timeout.\n");
  }

  @Test
  void anExplanationSaysWhyAPodWasEnded() {
    Json pod =
        Json.parse(
            "{\"metadata\":{\"namespace\":\"default\",\"name\":\"web\"},\"status\":{\"phase\":\"Failed\",\"reason\":\"Evicted\",\"message\":\"It used too much. \"}}");

    assertThat(new Explanation(pod, Json.parse("{}"), NOW).render())
        .isEqualTo("default/web is Evicted: It used too much.\n");
  }
}
