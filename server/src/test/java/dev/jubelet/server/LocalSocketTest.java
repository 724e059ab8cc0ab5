package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.RuntimeDirectory;
import dev.jubelet.server.listener.ListenException;
import dev.jubelet.server.listener.Listener;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class LocalSocketTest {
  @TempDir Path directory;

  private final ManualTimers timers = new ManualTimers();
  private RunningServer server;

  @BeforeEach
  void start() {
    server = new RunningServer(directory, false, null, true);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void onlyTheOwnerMayUseTheSocketAndNothingElseIsLeftBehind() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.socket)))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory)) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .containsExactlyInAnyOrder("jubelet.sock", "kubelet.crt", "kubelet.key");
    }
  }

  @Test
  void needsNoCredentials() throws Exception {
    assertThat(server.local("GET", "/pods", "")).startsWith("HTTP/1.1 200").contains("\"web\"");
    assertThat(server.local("GET", "/healthz", "")).endsWith("ok");
    assertThat(server.send("main", "GET", "/pods").statusCode()).isEqualTo(401);
  }

  @Test
  void tellsHowFarAPodIsAndHurriesItsEnd() throws Exception {
    assertThat(server.local("GET", "/jubelet/work/u-1", ""))
        .endsWith("{\"state\":\"TERMINATING\",\"stopping\":[\"c\"]}");
    assertThat(server.local("GET", "/jubelet/work/nosuch", "")).startsWith("HTTP/1.1 404");
    assertThat(server.local("POST", "/jubelet/hurry/u-1", "")).startsWith("HTTP/1.1 200");
    assertThat(server.local("POST", "/jubelet/hurry/nosuch", ""))
        .startsWith("HTTP/1.1 404")
        .contains("no pod with the UID nosuch is ending");
  }

  @Test
  void tellsTheFactsOfTheAgent() throws Exception {
    assertThat(server.local("GET", "/jubelet/info", ""))
        .endsWith(
            "{\"version\":\"v1\",\"pid\":42,\"nodeName\":\"node\",\"rootDir\":\"/var/lib/kubelet\","
                + "\"runtimeEndpoint\":\"unix:///run/c.sock\"}");
  }

  @Test
  void tellsTheTimelineOfAPod() throws Exception {
    String history =
        "{\"namespace\":\"default\",\"name\":\"web\",\"uid\":\"u-1\",\"dropped\":3,\"steps\":["
            + "{\"what\":\"sandbox\",\"detail\":\"\",\"start\":\"2026-01-01T00:00:00Z\",\"end\":\"2026-01-01T00:00:00.040Z\",\"outcome\":\"\",\"waitedFor\":\"the"
            + " runtime\"},"
            + "{\"what\":\"image\",\"detail\":\"busybox\",\"start\":\"2026-01-01T00:00:00.040Z\",\"until\":\"2026-01-01T00:00:10Z\"}],"
            + "\"events\":[{\"time\":\"2026-01-01T00:00:00Z\",\"type\":\"Normal\",\"reason\":\"Pulling\",\"message\":\"pulling"
            + " busybox\",\"count\":2}]}";
    assertThat(server.local("GET", "/jubelet/timeline/default/web", "")).endsWith(history);
    assertThat(server.local("GET", "/jubelet/timeline", ""))
        .endsWith("{\"items\":[" + history + "]}");
    assertThat(server.local("GET", "/jubelet/timeline/default/nosuch", ""))
        .startsWith("HTTP/1.1 404")
        .endsWith("pod \"default/nosuch\" is not known");
  }

  @Test
  void listsPodsThatAreEndingAndPodsThatAreGone() throws Exception {
    assertThat(server.local("GET", "/jubelet/pods", ""))
        .contains("\"kind\":\"PodList\"", "\"name\":\"web\"", "\"name\":\"ending\"");
    assertThat(server.local("GET", "/jubelet/pods/gone", ""))
        .contains("\"kind\":\"PodList\"", "\"name\":\"gone\"")
        .doesNotContain("web");
    assertThat(server.local("GET", "/pods", "")).doesNotContain("ending");
  }

  @Test
  void tellsTheContainersOfAPodAndTheProblemsOfManifests() throws Exception {
    assertThat(server.local("GET", "/jubelet/containers/default/web", ""))
        .endsWith(
            "{\"sandboxId\":\"sandbox-1\",\"containers\":[{\"name\":\"c\",\"id\":\"id-1\","
                + "\"state\":\"running\",\"attempt\":0}]}");
    assertThat(server.local("GET", "/jubelet/problems", ""))
        .endsWith(
            "{\"items\":[{\"kind\":\"manifest\",\"source\":\"/etc/manifests/a.yaml\","
                + "\"reason\":\"not a pod\",\"advice\":\"mend it\","
                + "\"time\":\"2026-01-01T00:00:00Z\"}]}");
  }

  @Test
  void asksTheRuntimeForAnExec() throws Exception {
    String body =
        "{\"namespace\":\"default\",\"pod\":\"web\",\"container\":\"c\","
            + "\"command\":[\"sh\",\"-c\",\"id\"],\"stdin\":true}";

    assertThat(server.local("POST", "/jubelet/exec", body))
        .endsWith("{\"url\":\"http://127.0.0.1:4/exec/token\"}");
    assertThat(server.agent.execs)
        .containsExactly(
            new AgentView.ExecRequest(
                "default", "web", "c", List.of("sh", "-c", "id"), true, false));
  }

  @Test
  void refusesABadExec() throws Exception {
    assertThat(server.local("POST", "/jubelet/exec", "{")).startsWith("HTTP/1.1 400");
    assertThat(server.local("POST", "/jubelet/exec", "{\"pod\":\"web\"}"))
        .startsWith("HTTP/1.1 400");
    assertThat(server.local("POST", "/jubelet/exec", "{\"pod\":\"x\",\"command\":[\"a\"]}"))
        .startsWith("HTTP/1.1 404");
    assertThat(server.local("POST", "/jubelet/exec", "{\"pod\":\"busy\",\"command\":[\"a\"]}"))
        .startsWith("HTTP/1.1 429")
        .contains("Retry-After: 60");
    assertThat(server.local("POST", "/jubelet/exec", "x".repeat(256 * 1024 + 1)))
        .startsWith("HTTP/1.1 413");
    assertThat(server.local("GET", "/jubelet/exec", "")).startsWith("HTTP/1.1 405");
  }

  @Test
  void aLiveAgentIsNotReplaced() {
    assertThatThrownBy(() -> LocalSocket.bind(AgentSocket.of(directory)))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining(server.socket.toString())
        .hasMessageContaining("another agent");
  }

  @Test
  void theSocketOfADeadAgentIsReplaced(@TempDir Path other) throws Exception {
    AgentSocket place = placeOf(other);
    listen(place.usual()).close();
    assertThat(place.usual()).exists();

    try (LocalSocket replaced = LocalSocket.bind(place)) {
      assertThat(replaced.path()).isEqualTo(place.usual()).exists();
    }
    assertThat(place.usual()).doesNotExist();
  }

  @Test
  void withoutRoomInTheRootDirectoryTheSocketIsInMemoryAndIsFound(@TempDir Path other)
      throws Exception {
    AgentSocket place = placeOf(other);
    Files.delete(place.root());

    try (LocalSocket made = LocalSocket.bind(place)) {
      assertThat(made.path()).isEqualTo(place.inMemory()).isEqualTo(place.find());
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made.path())))
          .isEqualTo("rw-------");
    }
    assertThat(place.inMemory().getParent()).doesNotExist();
  }

  @Test
  void aLiveAgentInMemoryIsNotReplacedAndADeadOneIsForgotten(@TempDir Path other) throws Exception {
    AgentSocket place = placeOf(other);
    try (ServerSocketChannel live = listen(place.makeInMemory())) {
      assertThat(live.isOpen()).isTrue();
      assertThatThrownBy(() -> LocalSocket.bind(place))
          .isInstanceOf(ListenException.class)
          .hasMessageContaining("another agent");
      assertThat(place.find()).isEqualTo(place.inMemory());
    }
    try (LocalSocket made = LocalSocket.bind(place)) {
      assertThat(place.inMemory().getParent()).doesNotExist();
      assertThat(place.find()).isEqualTo(made.path()).isEqualTo(place.usual());
    }
  }

  private static ServerSocketChannel listen(Path path) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(path));
    return channel;
  }

  private static AgentSocket placeOf(Path directory) throws IOException {
    Path root = Files.createDirectories(directory.resolve("root"));
    return new AgentSocket(root, new RuntimeDirectory(directory.resolve("run")));
  }

  @Test
  void theSocketGoesWithTheServer() {
    server.close();

    assertThat(server.socket).doesNotExist();
  }

  @Test
  void anAddressInUseIsNamed() {
    InetSocketAddress taken =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.server.mainPort());

    assertThatThrownBy(() -> Listener.open(taken, null, x -> x.text(200, ""), timers))
        .isInstanceOf(ListenException.class)
        .hasMessageContaining("port " + taken.getPort())
        .extracting(e -> ((ListenException) e).kind())
        .isEqualTo(ListenException.Kind.IN_USE_OR_NOT_OURS);
  }
}
