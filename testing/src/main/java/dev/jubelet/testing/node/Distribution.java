package dev.jubelet.testing.node;

import java.nio.file.Files;
import java.nio.file.Path;

/** The distribution that {@code ./build} leaves in the source tree. */
public final class Distribution {
  private Distribution() {}

  public static Path kubelet() {
    return binary("kubelet");
  }

  public static Path jubelet() {
    return binary("jubelet");
  }

  /** Tests run in a module's directory; the distribution is in the tree above. */
  private static Path binary(String name) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path found = at.resolve("dist/target/jubelet/bin").resolve(name);
      if (Files.isExecutable(found)) {
        return found;
      }
    }
    throw new AssertionError("there is no dist/target/jubelet/bin/" + name + ": run ./build first");
  }
}
