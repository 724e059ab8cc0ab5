package dev.jubelet.edge.apiserver.auth;

/**
 * Told of every run of a credential plugin.
 *
 * <p>Thread: the caller's; must neither block nor throw.
 */
public interface PluginListener {

  /** What became of a run, whatever was printed. */
  enum Outcome {
    SUCCEEDED,
    FAILED,
    NOT_STARTED,
    NOT_READ
  }

  /** {@code code} is the one it ended with; 1 if it did not end by itself. */
  void called(Outcome outcome, int code);
}
