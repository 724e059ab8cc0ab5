package dev.jubelet.server;

import dev.jubelet.base.RuntimeDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the local socket of an agent is: in its root directory, or in memory while that directory
 * is on a full disk. The one rule for the agent that makes it and for commands that look for it.
 */
public record AgentSocket(Path root, RuntimeDirectory memory) {
  private static final Logger log = LoggerFactory.getLogger(AgentSocket.class);
  private static final String NAME = "jubelet.sock";

  public static AgentSocket of(Path root) {
    return new AgentSocket(root, RuntimeDirectory.SYSTEM);
  }

  /** Its usual place. */
  public Path usual() {
    return root.resolve(NAME);
  }

  /** Its place while there is no room in the usual one. */
  public Path inMemory() {
    return memory.of(root).resolve(NAME);
  }

  /** The place where there is one; the usual place when there is none. */
  public Path find() {
    return !exists(usual()) && exists(inMemory()) ? inMemory() : usual();
  }

  /** Makes the directory of {@link #inMemory}. */
  Path makeInMemory() throws IOException {
    return memory.make(root).resolve(NAME);
  }

  /** Removes the directory of {@link #inMemory}, unless something else is in it. */
  void leaveMemory() {
    try {
      Files.deleteIfExists(memory.of(root));
    } catch (IOException e) {
      log.atDebug()
          .addKeyValue("directory", memory.of(root))
          .addKeyValue("error", e.toString())
          .log("A directory in memory stays");
    }
  }

  static boolean exists(Path socket) {
    return Files.exists(socket, LinkOption.NOFOLLOW_LINKS);
  }
}
