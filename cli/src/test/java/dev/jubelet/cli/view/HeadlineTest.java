package dev.jubelet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cli.http.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeadlineTest {
  private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
  private static final String CRASHED =
      "{'phase':'Running','containerStatuses':[{'name':'main','restartCount':%d,"
          + "'state':{'waiting':{'reason':'CrashLoopBackOff','message':'back-off'}},"
          + "'lastState':{'terminated':{'exitCode':%d,'reason':'%s'}}}]}";
  private static final String NEXT_TRY =
      "{'what':'wait','detail':'main','start':'2026-01-01T23:59:50Z',"
          + "'waitedFor':'CrashLoopBackOff','until':'2026-01-02T00:00:03.2Z'}";

  private static Json json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  private static Json pod(String metadata, String status) {
    return json(
        "{'metadata':{'namespace':'default','name':'web'%s},'spec':{'initContainers':[{'name':'setup'}],"
                .formatted(metadata)
            + "'containers':[{'name':'main','image':'db:1','readinessProbe':{},"
            + "'resources':{'limits':{'memory':'64Mi'}}}]},'status':"
            + status
            + "}");
  }

  private static Json steps(String... steps) {
    return json("{'steps':[" + String.join(",", steps) + "]}");
  }

  private static Json events(String... events) {
    return json("{'events':[" + String.join(",", events) + "]}");
  }

  private static String of(Json pod, Json history, String... lastLines) {
    return new Headline(pod, history, Map.of("main", List.of(lastLines)), NOW).text();
  }

  private static String of(String status, Json history, String... lastLines) {
    return of(pod("", status), history, lastLines);
  }

  @Test
  void aCrashIsToldWithItsCodeItsCountItsLastWordsAndTheNextTry() {
    assertThat(
            of(
                CRASHED.formatted(1, 7, "Error"),
                steps(NEXT_TRY),
                "starting",
                "boom: cannot open database",
                ""))
        .isEqualTo(
            "default/web is waiting: container main ended with 7 twice, last words"
                + " \"boom: cannot open database\", next try in 4 s.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | 7   | Error     | container main ended with 7
          1 | 7   | Error     | container main ended with 7 twice
          4 | 7   | Error     | container main ended 5 times with 7
          0 | 137 | OOMKilled | container main ended with 137 (OOMKilled, memory limit 64Mi)
          0 | 137 | Error     | container main ended with 137 (SIGKILL)
          2 | 0   | Completed | container main ended 3 times with 0
          """)
  void theEndOfAContainerIsNamed(int restarts, int code, String reason, String words) {
    assertThat(of(CRASHED.formatted(restarts, code, reason), steps()))
        .isEqualTo("default/web is waiting: " + words + ".");
  }

  @Test
  void endsOfDifferentKindsAreNotCountedAsOne() {
    Json history =
        steps(
            "{'what':'exit','detail':'main','start':'2026-01-01T23:59:00Z','end':'2026-01-01T23:59:00Z','outcome':'exit"
                + " code 1 (Error)'}",
            "{'what':'exit','detail':'other','start':'2026-01-01T23:59:00Z','end':'2026-01-01T23:59:00Z','outcome':''}",
            "{'what':'exit','detail':'main','start':'2026-01-01T23:59:30Z','end':'2026-01-01T23:59:30Z','outcome':'exit"
                + " code 7 (Error)'}");

    assertThat(of(CRASHED.formatted(1, 7, "Error"), history))
        .isEqualTo("default/web is waiting: container main ended twice, last with 7.");
  }

  @Test
  void anImageThatCannotBePulledIsToldInTheRuntimesWords() {
    Json history =
        json(
            ("{'steps':[%s],'events':[{'time':'2026-01-01T23:59:00Z','reason':'Failed','message':'Failed"
                    + " to pull image \\\"db:1\\\": no such"
                    + " host'},{'time':'2026-01-01T23:59:01Z','reason':'Failed','message':'Error:"
                    + " ErrImagePull'}]}")
                .formatted(NEXT_TRY));

    assertThat(
            of(
                "{'phase':'Pending','containerStatuses':[{'name':'main','state':{'waiting':{'reason':'ImagePullBackOff','message':'Back-off"
                    + " pulling image'}}}]}",
                history))
        .isEqualTo(
            "default/web is waiting: image db:1 of container main cannot be pulled: no such host,"
                + " next try in 4 s.");
  }

  @Test
  void aContainerThatCannotBeMadeIsToldWithItsReason() {
    assertThat(
            of(
                "{'phase':'Pending','containerStatuses':[{'name':'main','state':{'waiting':{'reason':'CreateContainerConfigError','message':'secret"
                    + " \\\"x\\\" not found'}}}]}",
                steps(NEXT_TRY)))
        .isEqualTo(
            "default/web is waiting: container main cannot be started: CreateContainerConfigError:"
                + " secret \"x\" not found, next try in 4 s.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wait | its volumes | configmap x not found | for its volumes: configmap x not found, next try in 4 s
          wait | the network | cni is down           | for the network: cni is down, next try in 4 s
          name | default/web | the end of an older pod of the same name | for the end of an older pod of the same name, since 10s
          """)
  void aWaitOfTheWholePodComesBeforeItsContainers(
      String what, String detail, String reason, String words) {
    Json history =
        steps(
            NEXT_TRY
                .replace("wait'", what + "'")
                .replace("main", detail)
                .replace("CrashLoopBackOff", reason));

    assertThat(of("{'phase':'Pending'}", history))
        .isEqualTo("default/web is waiting " + words + ".");
  }

  @Test
  void aPodThatStartsTellsItsStep() {
    assertThat(
            of(
                "{'phase':'Pending','containerStatuses':[{'name':'main','state':{'waiting':{'reason':'ContainerCreating'}}}]}",
                steps(
                    "{'what':'image','detail':'db:1','start':'2026-01-01T23:59:58.5Z','waitedFor':'2"
                        + " other pulls'}")))
        .isEqualTo("default/web is starting: image db:1 (waits for 2 other pulls), since 1.50s.");
    assertThat(
            of(
                "{'phase':'Pending','initContainerStatuses':[{'name':'setup','state':{'running':{}}}]}",
                steps()))
        .isEqualTo("default/web is initializing: init container setup (1 of 1) runs.");
  }

  @Test
  void aProbeThatFailsIsToldButNotThatOfAnEarlierInstance() {
    String unready =
        "{'phase':'Running','containerStatuses':[{'name':'main','ready':false,'state':{'running':{'startedAt':'2026-01-01T23:59:00Z'}}}]}";
    String event = "{'time':'%s','reason':'Unhealthy','message':'Readiness probe failed: 503'}";

    assertThat(of(unready, events(event.formatted("2026-01-01T23:59:30Z"))))
        .isEqualTo(
            "default/web is running but not ready: container main failed its probe: Readiness probe"
                + " failed: 503.");
    assertThat(of(unready, events(event.formatted("2026-01-01T23:58:30Z"))))
        .isEqualTo(
            "default/web is running but not ready: container main has not passed its probes yet.");
  }

  @Test
  void aReadinessGateIsNamed() {
    assertThat(
            of(
                "{'phase':'Running','conditions':[{'type':'Ready','status':'False','reason':'ReadinessGatesNotReady','message':'corresponding"
                    + " condition of pod readiness gate \\\"x\\\" does not"
                    + " exist.'}],'containerStatuses':[{'name':'main','ready':true,'state':{'running':{}}}]}",
                steps()))
        .contains("is running but not ready: corresponding condition of pod readiness gate");
  }

  @Test
  void aReadyPodTellsHowOftenItCrashedBefore() {
    String ready =
        "{'phase':'Running','conditions':[{'type':'Ready','status':'True'}],'containerStatuses':[{'name':'main','ready':true,'restartCount':%d,'state':{'running':{}}%s}]}";

    assertThat(of(ready.formatted(0, ""), steps())).isEqualTo("default/web is running and ready.");
    assertThat(
            of(
                ready.formatted(
                    3,
                    ",'lastState':{'terminated':{'exitCode':7,'finishedAt':'2026-01-01T23:58:00Z'}}"),
                steps()))
        .isEqualTo(
            "default/web is running and ready; container main restarted 3 times, ended last with 7"
                + " 2m ago.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'phase':'Failed','reason':'OutOfcpu','message':'Pod was rejected: Node did not have enough cpu.'} | was refused: OutOfcpu: Node did not have enough cpu.
          {'phase':'Failed','reason':'Evicted','message':'It used too much. ','containerStatuses':[{'name':'main','state':{'terminated':{'exitCode':137}}}]} | has failed: Evicted: It used too much.
          {'phase':'Failed','containerStatuses':[{'name':'main','state':{'terminated':{'exitCode':3}}}]} | has failed: container main ended with 3, last words "bye".
          {'phase':'Succeeded','containerStatuses':[{'name':'main','state':{'terminated':{'exitCode':0,'finishedAt':'2026-01-01T23:59:00Z'}}}]} | has completed: all containers ended with 0 60s ago.
          """)
  void anEndIsToldWithItsReason(String status, String words) {
    assertThat(of(status, steps(), "bye")).isEqualTo("default/web " + words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kill         | main | ,'until':'2026-01-02T00:00:23Z' | : container main has 23 s of grace left
          kill         | main | ,'until':'2026-01-01T23:59:55Z' | : container main is overdue by 5 s
          preStop      | main | ,'until':'2026-01-02T00:00:23Z' | : the preStop hook of container main has 23 s of grace left
          stop sandbox | id   | ''                              | : the runtime stops its sandbox
          wait         | the removal of its remains | ,'waitedFor':'volume data is busy' | : it waits for the removal of its remains: volume data is busy
          seen         | ''   | ''                              | ''
          """,
      quoteCharacter = '`')
  void aPodThatEndsTellsWhatItWaitsFor(String what, String detail, String more, String words) {
    Json history =
        steps(
            "{'what':'%s','detail':'%s','start':'2026-01-01T23:59:50Z'%s}"
                .formatted(what, plain(detail), plain(more)));

    assertThat(
            of(pod(",'deletionTimestamp':'2026-01-02T00:00:23Z'", "{'phase':'Running'}"), history))
        .isEqualTo("default/web is terminating" + plain(words) + ".");
  }

  private static String plain(String cell) {
    return cell.equals("''") ? "" : cell;
  }

  @Test
  void anEndThatFailedIsTold() {
    assertThat(
            of(
                pod(",'deletionTimestamp':'2026-01-02T00:00:23Z'", "{'phase':'Running'}"),
                steps(
                    "{'what':'terminate','start':'2026-01-01T23:59:50Z','end':'2026-01-01T23:59:51Z','outcome':'unavailable'}")))
        .isEqualTo("default/web is terminating: stopping it failed: unavailable; retrying.");
  }

  @Test
  void aPodThatIsGoneTellsHowItEnded() {
    Json gone =
        steps("{'what':'gone','start':'2026-01-01T23:50:00Z','end':'2026-01-01T23:50:00Z'}");
    Json pod =
        pod(
            "",
            "{'phase':'Failed','containerStatuses':[{'name':'main','state':{'terminated':{'exitCode':143,'reason':'Error'}}}]}");

    assertThat(new Headline(pod, gone, Map.of(), NOW).textOfGone())
        .isEqualTo("default/web is gone since 10m: container main ended with 143 (SIGTERM).");
  }

  @Test
  void ofAPodThatWentWhileItWaitedTheLastKnownEndIsTold() {
    Json pod =
        pod(
            "",
            "{'phase':'Failed','containerStatuses':[{'name':'main','state':{'terminated':{'exitCode':137,'reason':'ContainerStatusUnknown'}},'lastState':{'terminated':{'exitCode':7}}}]}");

    assertThat(new Headline(pod, steps(), Map.of(), NOW).textOfGone())
        .isEqualTo("default/web is gone: container main ended with 7.");
  }
}
