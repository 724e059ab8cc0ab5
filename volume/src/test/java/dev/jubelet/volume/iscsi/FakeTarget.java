package dev.jubelet.volume.iscsi;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.volume.device.KernelTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A target that is always there: a session brings its disk, and its end takes it away. */
final class FakeTarget {
  static final String IQN = "iqn.2020-01.example:disk";
  static final String PORTAL = "10.0.0.1:3260";
  static final int LUN = 4;
  static final String PLACE = "iface-default/" + PORTAL + "-" + IQN + "-lun-" + LUN;
  private static final String SESSION = "tcp: [3] " + PORTAL + ",1 " + IQN + " (non-flash)\n";

  private final Path dev;
  boolean session;
  boolean loggedInOnce;

  FakeTarget(KernelTrees trees) throws IOException {
    this.dev = trees.dev();
    Files.createDirectories(trees.sys().resolve("class/iscsi_host/host7/device/session3"));
  }

  HostCommands.Result program(List<String> command) {
    String line = String.join(" ", command);
    if (line.equals("iscsiadm -m session")) {
      return new HostCommands.Result(session ? 0 : 21, session ? SESSION : "");
    }
    if (line.startsWith("iscsiadm -m iface")) {
      return new HostCommands.Result(0, "iface.transport_name = tcp\n");
    }
    try {
      if (line.endsWith("--login")) {
        login();
      } else if (line.endsWith("--logout")) {
        logout();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new HostCommands.Result(0, "");
  }

  private void login() throws IOException {
    session = true;
    loggedInOnce = true;
    Files.createSymbolicLink(link(), Files.createFile(dev.resolve("sdc")));
  }

  private void logout() throws IOException {
    session = false;
    Files.deleteIfExists(link());
    Files.deleteIfExists(dev.resolve("sdc"));
  }

  private Path link() {
    return dev.resolve("disk/by-path/ip-" + PORTAL + "-iscsi-" + IQN + "-lun-" + LUN);
  }
}
