package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubordinateIdToolTest {
  private static final String ME = System.getProperty("user.name");

  @TempDir Path directory;

  @Test
  void theToolIsAskedForUsersAndForGroups() throws IOException {
    tool("echo \"0: told $*\"");
    assertThat(SubordinateIdTool.find(ME, "/nowhere::" + directory).orElseThrow().ask("kubelet"))
        .isEqualTo(new SubordinateIdTool.Answer("0: told kubelet", "0: told -g kubelet"));
  }

  @Test
  void withoutTheToolOrTheUserThereIsNobodyToAsk() throws IOException {
    assertThat(SubordinateIdTool.find(ME, directory.toString())).isEmpty();
    tool("true");
    assertThat(SubordinateIdTool.find("no-such-user-here", directory.toString())).isEmpty();
  }

  @Test
  void whatTheToolComplainsOfIsPassedOn() throws IOException {
    tool("echo no ranges >&2; exit 3");
    SubordinateIdTool tool = SubordinateIdTool.find(ME, directory.toString()).orElseThrow();
    assertThatThrownBy(() -> tool.ask("kubelet"))
        .isInstanceOf(HostException.class)
        .hasMessageContaining("getsubids ended with 3: no ranges");
  }

  private void tool(String script) throws IOException {
    Path file = Files.writeString(directory.resolve("getsubids"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}
