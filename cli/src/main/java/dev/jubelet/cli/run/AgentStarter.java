package dev.jubelet.cli.run;

import java.nio.file.Path;
import java.util.Optional;

/** Starts an agent for the time of a run when none answers. */
@FunctionalInterface
public interface AgentStarter {

  /** For builds and commands without one. */
  AgentStarter NONE = Optional::empty;

  /** An agent that was started, and is ended by closing it. */
  interface Started extends AutoCloseable {
    Path socket();

    @Override
    void close();
  }

  /** Starts one and returns when it answers; empty when this is not possible here. */
  Optional<Started> start();
}
