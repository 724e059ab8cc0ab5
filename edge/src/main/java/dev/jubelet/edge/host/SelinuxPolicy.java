package dev.jubelet.edge.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the machine's SELinux policy says of containers.
 *
 * @param enabled whether the kernel has SELinux, enforcing or not
 * @param fileLabel that of files of a container, before a pod changes it; empty when not known
 */
public record SelinuxPolicy(boolean enabled, String fileLabel) {
  private static final Logger log = LoggerFactory.getLogger(SelinuxPolicy.class);

  /** Of a machine without SELinux. */
  public static final SelinuxPolicy OFF = new SelinuxPolicy(false, "");

  public static SelinuxPolicy read() {
    return read(Path.of("/"));
  }

  /** {@code top} is the machine's top directory. */
  static SelinuxPolicy read(Path top) {
    if (!SecurityModules.read(top.resolve("sys")).selinux()) {
      return OFF;
    }
    Path etc = top.resolve("etc/selinux");
    String type = value(etc.resolve("config"), "SELINUXTYPE").orElse("targeted");
    List<Path> places =
        List.of(
            top.resolve("usr/share/containers/selinux/contexts"),
            etc.resolve(type).resolve("contexts/lxc_contexts"));
    Optional<Path> contexts = places.stream().filter(Files::isRegularFile).findFirst();
    Optional<String> label = contexts.flatMap(file -> value(file, "file"));
    if (label.isEmpty()) {
      log.warn(
          "SELinux is on, but neither of {} says which label files of containers have", places);
    }
    return new SelinuxPolicy(true, label.orElse(""));
  }

  /** Of a line {@code key = "value"}; lines that begin with a number sign are comments. */
  private static Optional<String> value(Path file, String key) {
    try {
      return Files.readAllLines(file).stream()
          .map(line -> line.split("=", 2))
          .filter(parts -> parts.length == 2 && parts[0].strip().equals(key))
          .map(parts -> parts[1].strip().replace("\"", ""))
          .findFirst();
    } catch (IOException e) {
      log.atDebug().addKeyValue("file", file).log("Not read: {}", e.toString());
      return Optional.empty();
    }
  }
}
