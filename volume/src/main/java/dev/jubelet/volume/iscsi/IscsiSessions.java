package dev.jubelet.volume.iscsi;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.volume.disk.VolumeException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Logs in to targets and out again, with {@code iscsiadm}.
 *
 * <p>Thread: any, but one at a time for one target. Owns: nothing; the program keeps its records.
 */
record IscsiSessions(HostCommands commands, Path sys) {
  private static final List<Integer> NOT_THERE = List.of(2, 21);
  private static final int EXISTS = 15;

  /** "tcp: [3] 10.0.0.1:3260,1 iqn.2020-01.example:disk (non-flash)". */
  private static final Pattern SESSION = Pattern.compile("\\[(\\d+)\\] (\\S+?),\\d+ (\\S+)");

  /** The adapter of the session with the target through this portal; empty when there is none. */
  OptionalInt host(IscsiTarget target, String portal) throws IOException {
    HostCommands.Result listed = run("-m", "session");
    Matcher session = SESSION.matcher(listed.output());
    while (session.find()) {
      if (session.group(2).equals(portal) && session.group(3).equals(target.iqn())) {
        return hostOf("session" + session.group(1));
      }
    }
    return OptionalInt.empty();
  }

  private OptionalInt hostOf(String session) throws IOException {
    try (DirectoryStream<Path> hosts =
        Files.newDirectoryStream(sys.resolve("class/iscsi_host"), "host*")) {
      for (Path host : hosts) {
        if (Files.exists(host.resolve("device").resolve(session))) {
          String number = host.getFileName().toString().substring("host".length());
          return OptionalInt.of(Integer.parseInt(number));
        }
      }
    } catch (NoSuchFileException e) {
      return OptionalInt.empty();
    }
    return OptionalInt.empty();
  }

  String transport(IscsiTarget target) {
    return value(interfaceRecord(target.initIface()), "iface.transport_name");
  }

  /** Makes the interface that only this volume uses: a copy with another initiator. */
  void makeInterface(IscsiTarget target) {
    HostCommands.Result made = run("-m", "iface", "-I", target.iface(), "-o", "new");
    if (!made.succeeded() && made.status() != EXISTS) {
      throw failed("iscsi: failed to create new iface: " + target.iface(), made);
    }
    for (String line : interfaceRecord(target.initIface()).split("\n", -1)) {
      String[] parts = line.split(" = ", 2);
      boolean copied =
          parts.length == 2
              && !parts[1].equals("<empty>")
              && !parts[0].equals("iface.iscsi_ifacename")
              && !parts[0].equals("iface.initiatorname");
      if (copied) {
        setInterface(target, parts[0], parts[1].strip());
      }
    }
    setInterface(target, "iface.initiatorname", target.initiator());
  }

  private void setInterface(IscsiTarget target, String key, String value) {
    require(
        "iscsi: failed to update iface " + target.iface(),
        "-m",
        "iface",
        "-I",
        target.iface(),
        "-o",
        "update",
        "-n",
        key,
        "-v",
        value);
  }

  private String interfaceRecord(String iface) {
    return require("iscsi: could not read iface " + iface, "-m", "iface", "-I", iface, "-o", "show")
        .output();
  }

  private static String value(String record, String key) {
    return Arrays.stream(record.split("\n", -1))
        .filter(line -> line.startsWith(key + " = "))
        .map(line -> line.substring(key.length() + 3).strip())
        .findFirst()
        .orElse("");
  }

  void login(IscsiTarget target, String portal, Chap chap) {
    String[] discovery = {
      "-m", "discoverydb", "-t", "sendtargets", "-p", portal, "-I", target.iface()
    };
    run(with(discovery, "-o", "new"));
    try {
      authenticate(discovery, "discovery.sendtargets.auth.authmethod", chap.discoveryKeys(), chap);
      require("iscsi: failed to sendtargets to portal " + portal, with(discovery, "--discover"));
      String[] node = {"-m", "node", "-p", portal, "-T", target.iqn(), "-I", target.iface()};
      set("iscsi: failed to set manual scan of " + portal, node, "node.session.scan", "manual");
      authenticate(node, "node.session.auth.authmethod", chap.sessionKeys(), chap);
      require("iscsi: failed to attach disk", with(node, "--login"));
      set("iscsi: failed to set manual startup of " + portal, node, "node.startup", "manual");
    } catch (VolumeException e) {
      run(with(discovery, "-o", "delete"));
      throw e;
    }
  }

  private void authenticate(String[] record, String method, List<String> keys, Chap chap) {
    if (keys.isEmpty()) {
      return;
    }
    set("iscsi: failed to set the CHAP method", record, method, "CHAP");
    for (String key : keys) {
      set("iscsi: failed to set " + key, record, key, chap.value(key));
    }
  }

  private void set(String problem, String[] record, String key, String value) {
    require(problem, with(record, "-o", "update", "-n", key, "-v", value));
  }

  /** Ends the sessions with the target; what has no session or record is fine. */
  void logout(IscsiTarget target) {
    for (String portal : target.portals()) {
      String[] node = {"-m", "node", "-p", portal, "-T", target.iqn(), "-I", target.iface()};
      for (String[] end : List.of(with(node, "--logout"), with(node, "-o", "delete"))) {
        HostCommands.Result result = run(end);
        if (!result.succeeded() && !NOT_THERE.contains(result.status())) {
          throw failed("iscsi: failed to detach disk", result);
        }
      }
    }
    if (target.hasOwnInterface()) {
      run("-m", "iface", "-I", target.iface(), "-o", "delete");
    }
  }

  private HostCommands.Result require(String problem, String... arguments) {
    HostCommands.Result result = run(arguments);
    if (!result.succeeded()) {
      throw failed(problem, result);
    }
    return result;
  }

  private static VolumeException failed(String problem, HostCommands.Result result) {
    return new VolumeException(
        "%s: iscsiadm ended with %d: %s"
            .formatted(problem, result.status(), result.output().strip()));
  }

  private HostCommands.Result run(String... arguments) {
    List<String> command = new ArrayList<>(Arrays.asList(arguments));
    command.addFirst("iscsiadm");
    try {
      return commands.run(command);
    } catch (HostException e) {
      throw new VolumeException(
          "iscsi: install open-iscsi (Debian, Ubuntu) or iscsi-initiator-utils (Fedora, RHEL)", e);
    }
  }

  private static String[] with(String[] start, String... more) {
    String[] all = Arrays.copyOf(start, start.length + more.length);
    System.arraycopy(more, 0, all, start.length, more.length);
    return all;
  }
}
