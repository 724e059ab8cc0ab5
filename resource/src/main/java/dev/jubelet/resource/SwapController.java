package dev.jubelet.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether the kernel can limit the swap of a cgroup. The root cgroup of v2 never has the limit, so
 * the agent's own is looked at.
 *
 * <p>Thread: any; the files are the kernel's own and do not block.
 */
public record SwapController(CgroupMounts cgroups, Path proc) {
  private static final String OWN = "0::/";

  public boolean isPresent() {
    return switch (cgroups.version()) {
      case V1 ->
          cgroups.hierarchies().stream()
              .anyMatch(top -> Files.exists(top.resolve("memory.memsw.limit_in_bytes")));
      case V2 ->
          Files.exists(
              cgroups.hierarchies().getFirst().resolve(ownCgroup()).resolve("memory.swap.max"));
    };
  }

  private String ownCgroup() {
    Path file = proc.resolve("self/cgroup");
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(OWN))
          .map(line -> line.substring(OWN.length()))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
