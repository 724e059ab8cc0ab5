package dev.jubelet.node.status;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what identifies the machine and its system from files below a root directory. A machine
 * need not have all of them.
 *
 * <p>Thread: any; reads block.
 */
public record MachineFiles(Path root) {
  private static final Logger log = LoggerFactory.getLogger(MachineFiles.class);
  private static final String[] MACHINE_ID = {"etc/machine-id", "var/lib/dbus/machine-id"};
  private static final String[] SYSTEM_UUID = {
    "sys/class/dmi/id/product_uuid",
    "proc/device-tree/system-id",
    "proc/device-tree/vm,uuid",
    "etc/machine-id"
  };
  private static final String[] OS_RELEASE = {"etc/os-release", "usr/lib/os-release"};
  private static final String PRETTY_NAME = "PRETTY_NAME=";
  private static final String UNNAMED_SYSTEM = "Linux";

  public String machineId() {
    return first(MACHINE_ID);
  }

  public String systemUuid() {
    return first(SYSTEM_UUID);
  }

  /** The system's name for people, such as {@code Debian GNU/Linux 12 (bookworm)}. */
  public String osImage() {
    return first(OS_RELEASE)
        .lines()
        .filter(line -> line.startsWith(PRETTY_NAME))
        .map(line -> unquoted(line.substring(PRETTY_NAME.length())))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse(UNNAMED_SYSTEM);
  }

  /** The content of the first file that has any; empty when none has. */
  private String first(String... files) {
    for (String file : files) {
      Optional<String> text = read(root.resolve(file));
      if (text.isPresent()) {
        return text.get();
      }
    }
    return "";
  }

  private static Optional<String> read(Path file) {
    try {
      // Entries of a device tree end with a zero byte.
      String text = Files.readString(file).replace("\0", "").strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      log.atDebug().addKeyValue("file", file).addKeyValue("cause", e.toString()).log("Not read");
      return Optional.empty();
    }
  }

  private static String unquoted(String text) {
    String bare = text.strip();
    boolean quoted =
        bare.length() > 1
            && (bare.startsWith("\"") || bare.startsWith("'"))
            && bare.endsWith(bare.substring(0, 1));
    return quoted ? bare.substring(1, bare.length() - 1) : bare;
  }
}
