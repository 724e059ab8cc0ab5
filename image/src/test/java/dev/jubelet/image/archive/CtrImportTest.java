package dev.jubelet.image.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.edge.host.HostCommands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CtrImportTest {
  private static final Path ARCHIVE = Path.of("/data/a.tar");

  private final List<String> runs = new ArrayList<>();
  private String help = "--local  Run import locally";
  private HostCommands.Result result = new HostCommands.Result(0, "");

  private CtrImport ctr(String runtime, Optional<Path> program) {
    HostCommands commands =
        command -> {
          runs.add(String.join(" ", command));
          return command.contains("--help") ? new HostCommands.Result(0, help) : result;
        };
    return new CtrImport(runtime, Path.of("/run/c.sock"), commands, () -> program);
  }

  private CtrImport ctr() {
    return ctr("containerd", Optional.of(Path.of("/usr/bin/ctr")));
  }

  @Test
  void importsIntoTheNamespaceOfPods() {
    ctr().importFrom(ARCHIVE);
    assertThat(runs)
        .last()
        .isEqualTo(
            "/usr/bin/ctr --address /run/c.sock --namespace k8s.io images import --local"
                + " /data/a.tar");

    help = "OPTIONS";
    ctr().importFrom(ARCHIVE);
    assertThat(runs).last().asString().endsWith("images import /data/a.tar");
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> ctr("containerd", Optional.empty()).importFrom(ARCHIVE))
        .hasMessageContaining("no ctr beside containerd or on the PATH");
    assertThatThrownBy(() -> ctr("cri-o", Optional.of(Path.of("/usr/bin/ctr"))).importFrom(ARCHIVE))
        .hasMessageContaining("containerd only")
        .hasMessageContaining("cri-o");
    assertThat(runs).isEmpty();
  }

  @Test
  void passesOnWhatTheProgramSaidLast() {
    result = new HostCommands.Result(1, "unpacking\nctr: no space left on device\n\n");

    assertThatThrownBy(() -> ctr().importFrom(ARCHIVE))
        .hasMessage("ctr did not import /data/a.tar: ctr: no space left on device");
  }
}
