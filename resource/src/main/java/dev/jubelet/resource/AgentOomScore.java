package dev.jubelet.resource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the kernel spare the agent itself when memory runs out. */
public final class AgentOomScore {
  public static final Path OWN_FILE = Path.of("/proc/self/oom_score_adj");

  private static final Logger log = LoggerFactory.getLogger(AgentOomScore.class);

  private AgentOomScore() {}

  /** Returns whether it worked. It is not essential: a refusal is logged and life goes on. */
  public static boolean set(Path file, int adjustment) {
    try {
      Files.writeString(file, Integer.toString(adjustment), StandardOpenOption.WRITE);
      return true;
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("file", file)
          .addKeyValue("value", adjustment)
          .addKeyValue("error", e.toString())
          .log("Cannot set the agent's own OOM score; it needs the capability CAP_SYS_RESOURCE");
      return false;
    }
  }
}
