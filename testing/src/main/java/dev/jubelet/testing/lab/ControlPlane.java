package dev.jubelet.testing.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real etcd and kube-apiserver that belong to the test alone, on loopback, with an authority of
 * their own. If the JVM is killed before {@link #close()}, a guard process of the script cleans up.
 *
 * <p>Thread: any; calls block until the script has done its work.
 *
 * <p>Owns: the directory, and the processes that the script started for it.
 */
public final class ControlPlane implements AutoCloseable {
  private final Path directory;
  private final Map<String, String> description;

  private ControlPlane(Path directory, Map<String, String> description) {
    this.directory = directory;
    this.description = Map.copyOf(description);
  }

  /** What runs beside the API server. */
  public enum Extra {
    CONTROLLERS("--controllers"),
    SCHEDULER("--scheduler"),
    /** Not a program: the API server speaks only to nodes with a certificate of its authority. */
    VERIFIED_NODES("--verified-nodes");

    private final String option;

    Extra(String option) {
      this.option = option;
    }
  }

  /** Starts one; it answers when this returns. Without controllers pods have no service account. */
  public static ControlPlane start(Extra... extras) {
    Path directory = newDirectory();
    List<String> arguments = new ArrayList<>(List.of("up", directory.toString()));
    for (Extra extra : extras) {
      arguments.add(extra.option);
    }
    arguments.addAll(List.of("--owner", Long.toString(ProcessHandle.current().pid())));
    return new ControlPlane(
        directory, LabScript.CONTROL_PLANE.describe(arguments.toArray(String[]::new)));
  }

  /** The kubelet of the same release, to compare with; it is built first where it is missing. */
  public static Path upstreamKubelet() {
    List<String> command = LabScript.CONTROL_PLANE.command("kubelet");
    return Path.of(LabCommand.run(command).orThrow(command).strip());
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory(Path.of("/tmp"), "plane");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path directory() {
    return directory;
  }

  /** The second number of its release: 36 for v1.36.3. */
  public int minorRelease() {
    return Integer.parseInt(value("release").split("\\.", -1)[1]);
  }

  public URI server() {
    return URI.create(value("server"));
  }

  /** Of somebody who may do everything. */
  public Path adminKubeconfig() {
    return Path.of(value("kubeconfig"));
  }

  /** Of a machine that wants to become a node. */
  public Path bootstrapKubeconfig() {
    return Path.of(value("bootstrap_kubeconfig"));
  }

  /** Of the node of that name, or any other user in one group. */
  public Path kubeconfigOf(String user, String group) {
    Path file = directory.resolve(user.replaceAll("[^A-Za-z0-9]", "-") + ".kubeconfig");
    LabScript.CONTROL_PLANE.require("identity", directory.toString(), user, group, file.toString());
    return file;
  }

  public Path nodeKubeconfig(String node) {
    return kubeconfigOf("system:node:" + node, "system:nodes");
  }

  /** Runs kubectl as administrator: for checks behind the agent's back. */
  public String kubectl(String... arguments) {
    List<String> command = kubectlCommand(arguments);
    return LabCommand.run(command).orThrow(command);
  }

  /** For those who have more to do with the process than to wait for it. */
  public List<String> kubectlCommand(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(value("kubectl"), "--kubeconfig", value("kubeconfig")));
    command.addAll(List.of(arguments));
    return List.copyOf(command);
  }

  /** Ends kube-apiserver at once, as a crash would. */
  public void stopServer() {
    LabScript.CONTROL_PLANE.require("stop", directory.toString());
  }

  /** Starts it again after {@link #stopServer()}, with the same address and content. */
  public void startServer() {
    LabScript.CONTROL_PLANE.require("start", directory.toString());
  }

  /** Makes etcd forget all versions but the newest. */
  public void compact() {
    LabScript.CONTROL_PLANE.require("compact", directory.toString());
  }

  /** Keeps what etcd has now, for {@link #restore()}. */
  public void save() {
    LabScript.CONTROL_PLANE.require("save", directory.toString());
  }

  /** Puts back what was saved, as after a disaster: its versions begin there again. */
  public void restore() {
    LabScript.CONTROL_PLANE.require("restore", directory.toString());
  }

  /** Ends all of it and leaves nothing behind. May be called again. */
  @Override
  public void close() {
    LabScript.CONTROL_PLANE.require("down", directory.toString());
  }

  private String value(String key) {
    String value = description.get(key);
    if (value == null) {
      throw new LabException("hack/control-plane up said nothing about '" + key + "'");
    }
    return value;
  }
}
