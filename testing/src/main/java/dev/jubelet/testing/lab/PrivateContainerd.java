package dev.jubelet.testing.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A containerd that belongs to the test alone: own root, state, socket, bridge, cgroup and offline
 * images. If the JVM is killed before {@link #close()}, a guard process of the script cleans up.
 *
 * <p>Thread: any; calls block until the script has done its work.
 *
 * <p>Owns: the directory, and everything on the machine that the script made for it.
 */
public final class PrivateContainerd implements AutoCloseable {
  private final ContainerdGeneration generation;
  private final Path directory;
  private final Map<String, String> description;

  private PrivateContainerd(
      ContainerdGeneration generation, Path directory, Map<String, String> description) {
    this.generation = generation;
    this.directory = directory;
    this.description = Map.copyOf(description);
  }

  /** Who makes the cgroups of containers. */
  public enum Cgroups {
    RUNTIME("runtime"),
    SYSTEMD("systemd");

    private final String option;

    Cgroups(String option) {
      this.option = option;
    }
  }

  /** Starts one; it is ready for pods when this returns. */
  public static PrivateContainerd start(ContainerdGeneration generation) {
    return start(generation, Cgroups.RUNTIME);
  }

  /** The same, with cgroups made by one of these. */
  public static PrivateContainerd start(ContainerdGeneration generation, Cgroups cgroups) {
    Path directory = newDirectory();
    String owner = Long.toString(ProcessHandle.current().pid());
    Map<String, String> description =
        LabScript.CONTAINERD.describe(
            "up",
            directory.toString(),
            "--version",
            generation.number(),
            "--cgroups",
            cgroups.option,
            "--owner",
            owner);
    return new PrivateContainerd(generation, directory, description);
  }

  /** Short, because a unix socket address has 107 characters. */
  private static Path newDirectory() {
    try {
      return Files.createTempDirectory(Path.of("/tmp"), "lab");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ContainerdGeneration generation() {
    return generation;
  }

  public Path directory() {
    return directory;
  }

  public Path socket() {
    return Path.of(value("socket"));
  }

  /** The socket as {@code --container-runtime-endpoint} wants it. */
  public String endpoint() {
    return value("endpoint");
  }

  /** Busybox with a link for every applet. */
  public String image() {
    return value("image");
  }

  /** The image to update to: the same with another content of {@code /etc/jubelet-image}. */
  public String nextImage() {
    return value("next_image");
  }

  /** The archive that the images came from, for registries. */
  public Path imageArchive() {
    return Path.of(value("image_archive"));
  }

  public String sandboxImage() {
    return value("sandbox_image");
  }

  /**
   * The name of a second runtime handler, with a runc that has user namespaces; empty where the
   * machine could not get one.
   */
  public Optional<String> newerHandler() {
    return Optional.of(value("newer_handler")).filter(name -> !name.isEmpty());
  }

  /** The bridge's own address, good as node address: pods reach it and it is not loopback. */
  public String gateway() {
    return value("gateway");
  }

  /** The pods' addresses, as CIDR. */
  public String subnet() {
    return value("subnet");
  }

  /** How pods are joined to the bridge; containerd notices when this file goes and comes. */
  public Path networkConfig() {
    return directory.resolve("cni/conf/10-jubelet.conflist");
  }

  /** A cgroup that goes away with this containerd; meant as a kubelet's cgroupRoot. */
  public String cgroup() {
    return value("cgroup");
  }

  /** The command that runs another one in this containerd's cgroup, so that both end together. */
  public List<String> inItsCgroup(List<String> command) {
    List<String> all =
        new ArrayList<>(LabScript.CONTAINERD.command("exec", directory().toString()));
    all.addAll(command);
    return List.copyOf(all);
  }

  /** Ends containerd at once, as a crash would; its pods run on. */
  public void stopDaemon() {
    call("stop");
  }

  /** Starts it again after {@link #stopDaemon()}, on the same socket and state. */
  public void startDaemon() {
    call("start");
  }

  /** Asks containerd directly, in the namespace of CRI: for checks behind the agent's back. */
  public String ctr(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(value("ctr"), "-a", value("socket"), "-n", "k8s.io"));
    command.addAll(List.of(arguments));
    return LabCommand.run(command).orThrow(command);
  }

  /** Ends every pod and containerd itself, and leaves nothing behind. May be called again. */
  @Override
  public void close() {
    call("down");
  }

  private void call(String action) {
    LabScript.CONTAINERD.require(action, directory.toString());
  }

  private String value(String key) {
    String value = description.get(key);
    if (value == null) {
      throw new LabException("hack/containerd up said nothing about '" + key + "'");
    }
    return value;
  }
}
