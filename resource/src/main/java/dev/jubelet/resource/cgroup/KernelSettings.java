package dev.jubelet.resource.cgroup;

import dev.jubelet.resource.SysctlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings of the kernel that a node is expected to have: memory may be promised more than once, a
 * machine that is broken starts anew, and there are keys for many containers.
 *
 * <p>Thread: the one that starts the agent.
 */
public final class KernelSettings {
  public static final Path PROC_SYS = Path.of("/proc/sys");

  private static final Logger log = LoggerFactory.getLogger(KernelSettings.class);

  /** What is done about a setting that is another. */
  public enum Care {
    /** It is set. */
    SET,
    /** The agent does not start. */
    REFUSE,
    /** It is logged: the machine belongs to others too. */
    LEAVE
  }

  private record Setting(String file, String value) {}

  private static final List<Setting> EXPECTED =
      List.of(
          new Setting("vm/overcommit_memory", "1"),
          new Setting("vm/panic_on_oom", "0"),
          new Setting("kernel/panic", "10"),
          new Setting("kernel/panic_on_oops", "1"),
          new Setting("kernel/keys/root_maxkeys", "1000000"),
          new Setting("kernel/keys/root_maxbytes", "25000000"));

  private KernelSettings() {}

  /** Throws {@link CgroupException} when a setting is another and cannot or must not be set. */
  public static void ensure(Path settings, Care care) {
    List<String> problems = new ArrayList<>();
    for (Setting expected : EXPECTED) {
      Path file = settings.resolve(expected.file());
      try {
        String actual = SysctlFile.read(file);
        if (!actual.equals(expected.value())) {
          treat(expected, actual, file, care, problems);
        }
      } catch (IOException e) {
        problems.add(
            "cannot set kernel flag %s to %s: %s"
                .formatted(expected.file(), expected.value(), e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new CgroupException(String.join(", ", problems));
    }
  }

  private static void treat(
      Setting expected, String actual, Path file, Care care, List<String> problems)
      throws IOException {
    switch (care) {
      case SET -> {
        Files.writeString(file, expected.value(), StandardOpenOption.WRITE);
        said("Kernel setting changed", expected, actual);
      }
      case REFUSE ->
          problems.add(
              "invalid kernel flag: %s, expected value: %s, actual value: %s"
                  .formatted(expected.file(), expected.value(), actual));
      case LEAVE -> said("Kernel setting left as it is", expected, actual);
    }
  }

  private static void said(String what, Setting expected, String actual) {
    log.atInfo()
        .addKeyValue("flag", expected.file())
        .addKeyValue("expectedValue", expected.value())
        .addKeyValue("actualValue", actual)
        .log(what);
  }
}
