package dev.jubelet.edge.apiserver;

import dev.jubelet.edge.apiserver.auth.PluginListener;
import java.time.Duration;

/**
 * Told of every request, and of the plugins that are asked for its credentials, so that they can be
 * counted and timed.
 *
 * <p>Thread: the caller's; must neither block nor throw.
 */
public interface ApiListener extends PluginListener {
  /** Nobody listens. */
  ApiListener UNHEARD =
      new ApiListener() {
        @Override
        public void limited(Target target, Duration waited) {}

        @Override
        public void answered(Target target, int status, boolean again) {}

        @Override
        public void sent(Target target, long bytes) {}

        @Override
        public void received(Target target, long bytes) {}

        @Override
        public void ended(Target target, Duration took) {}

        @Override
        public void called(Outcome outcome, int code) {}
      };

  /** What is done where; the host comes with its port if the kubeconfig says one. */
  record Target(String method, String host) {}

  /** A call had to wait for our own limit, perhaps not at all. */
  void limited(Target target, Duration waited);

  /**
   * One attempt of a call or of a watch is over, or its answer begins.
   *
   * @param status 0 if there was no answer
   * @param again whether it was sent before
   */
  void answered(Target target, int status, boolean again);

  /** An attempt was sent, with a body of that size. */
  void sent(Target target, long bytes);

  /** The body of an answer was read. */
  void received(Target target, long bytes);

  /** A call is over, with all its waiting and its attempts; watches do not count. */
  void ended(Target target, Duration took);
}
