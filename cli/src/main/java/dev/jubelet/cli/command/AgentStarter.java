package dev.jubelet.cli.command;

import java.io.IOException;
import java.nio.file.Path;

/** Starts an agent for the time of a run when none answers. */
@FunctionalInterface
public interface AgentStarter {

  /** An agent that was started, and is ended by closing it. */
  interface Started extends AutoCloseable {
    Path socket();

    @Override
    void close() throws IOException;
  }

  /** Starts one on this runtime and returns when it answers. */
  Started start(String runtimeEndpoint) throws IOException;
}
