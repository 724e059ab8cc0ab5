package dev.jubelet.resource.userns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.userns.UserNamespaceException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserNamespacesTest {
  private static final long PER_POD = 65536;
  private static final IdRange THREE_PODS = new IdRange(PER_POD, 3 * PER_POD);

  @TempDir Path pods;

  @Test
  void eachPodHasItsOwnSliceAndKeepsIt() throws IOException {
    UserNamespaces namespaces = open();
    assertThat(namespaces.of(pod("a"))).isEqualTo(slice(1));
    assertThat(namespaces.of(pod("b"))).isEqualTo(slice(2));
    assertThat(namespaces.of(pod("a"))).isEqualTo(slice(1));
  }

  @Test
  void theFileHasTheFormThatUpstreamWrites() throws IOException {
    open().of(pod("a"));
    assertThat(pods.resolve("a/userns"))
        .hasContent(
            "{\"uidMappings\":[{\"hostId\":65536,\"containerId\":0,\"length\":65536}],"
                + "\"gidMappings\":[{\"hostId\":65536,\"containerId\":0,\"length\":65536}]}");
  }

  @Test
  void whatWasHandedOutIsKnownAfterARestart() throws IOException {
    open().of(pod("a"));
    UserNamespaces later = open();
    assertThat(later.of(pod("b"))).isEqualTo(slice(2));
    assertThat(later.of(pod("a"))).isEqualTo(slice(1));
  }

  @Test
  void aReleasedSliceIsTheNextToBeTaken() throws IOException {
    UserNamespaces namespaces = open();
    namespaces.of(pod("a"));
    namespaces.of(pod("b"));
    namespaces.release(pod("a"));
    assertThat(pods.resolve("a/userns")).doesNotExist();
    assertThat(namespaces.of(pod("c"))).isEqualTo(slice(1));
    namespaces.release(pod("never-seen"));
  }

  @Test
  void withoutAFreeSliceAPodIsRefused() throws IOException {
    UserNamespaces namespaces = open();
    for (String uid : new String[] {"a", "b", "c"}) {
      namespaces.of(pod(uid));
    }
    PodUid late = pod("d");
    assertRefused(namespaces, late, Kind.EXHAUSTED, "could not find an empty slot");
    namespaces.release(pod("b"));
    assertThat(namespaces.of(late)).isEqualTo(slice(2));
  }

  @Test
  void aSliceOfAnotherSizeKeepsAllThatItTouches() throws IOException {
    write("a", "{\"hostId\":100000,\"containerId\":0,\"length\":65536}");
    assertThat(open().of(pod("b"))).isEqualTo(slice(3));
  }

  @Test
  void aPodWhoseFileCannotBeReadIsRefusedAndNoOther() throws IOException {
    write("a", "{\"hostId\":65536,\"containerId\":7,\"length\":65536}");
    PodUid damaged = pod("b");
    Files.writeString(pods.resolve("b/userns"), "{");
    UserNamespaces namespaces = open();
    assertRefused(namespaces, new PodUid("a"), Kind.FILE, "a/userns cannot be read");
    assertRefused(namespaces, damaged, Kind.FILE, "b/userns cannot be read");
    assertThat(namespaces.of(pod("c"))).isEqualTo(slice(1));
  }

  @Test
  void aSliceThatCannotBeWrittenDownIsNotTaken() throws IOException {
    UserNamespaces namespaces = open();
    assertRefused(namespaces, new PodUid("no-directory"), Kind.FILE, "cannot be kept");
    assertThat(namespaces.of(pod("a"))).isEqualTo(slice(1));
  }

  @Test
  void aNodeWithoutPodsHasNoDirectory() {
    assertThat(new UserNamespaces(pods.resolve("none"), THREE_PODS, PER_POD)).isNotNull();
  }

  private static void assertRefused(UserNamespaces from, PodUid uid, Kind kind, String why) {
    assertThatThrownBy(() -> from.of(uid))
        .isInstanceOfSatisfying(
            UserNamespaceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(why);
  }

  private UserNamespaces open() {
    return new UserNamespaces(pods, THREE_PODS, PER_POD);
  }

  private static IdRange slice(int number) {
    return new IdRange(number * PER_POD, PER_POD);
  }

  private PodUid pod(String uid) throws IOException {
    Files.createDirectories(pods.resolve(uid));
    return new PodUid(uid);
  }

  private void write(String uid, String mapping) throws IOException {
    pod(uid);
    Files.writeString(
        pods.resolve(uid).resolve("userns"),
        "{\"uidMappings\":[" + mapping + "],\"gidMappings\":[" + mapping + "]}");
  }
}
