package dev.jubelet.cli.command;

import dev.jubelet.app.RunManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starts an agent for the time of a run when none answers. */
public interface AgentStarter {

  /** An agent that was started, and is ended by closing it; its pods should have ended before. */
  interface Started extends AutoCloseable {
    Path socket();

    /** Ends it and removes its files; throws and keeps them when something is left of its pods. */
    @Override
    void close() throws IOException;
  }

  /** Starts one that keeps its files in this directory, and returns when it answers. */
  Started start(Path directory, String runtimeEndpoint) throws IOException;

  /**
   * Ends the pods that such an agent left when its process died, and removes its files. Throws when
   * that is not possible.
   */
  void endLeftovers(Path directory, String runtimeEndpoint, List<RunManifest.RunPod> pods)
      throws IOException;
}
