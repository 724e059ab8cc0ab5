package dev.jubelet.edge.cri;

/**
 * Told of every call, so that it can be counted and timed. Operations have the names of upstream's
 * metrics, such as {@code run_podsandbox}.
 *
 * <p>Thread: the caller's; must neither block nor throw.
 */
public interface CriCalls {
  /** Nobody listens. */
  CriCalls UNHEARD =
      operation ->
          new Running() {
            @Override
            public void succeeded() {}

            @Override
            public void failed(CriException failure) {}
          };

  /** A call begins. */
  Running started(String operation);

  /** A call under way; exactly one of the methods is called, once. */
  interface Running {
    void succeeded();

    void failed(CriException failure);
  }
}
