package dev.jubelet.edge.apiserver.auth;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import java.util.Optional;

/**
 * What a connection and its requests carry to say who we are; it may change at any time.
 *
 * <p>Thread: any; calls may wait for a file or a plugin.
 */
public interface Credentials {

  /** The token for the next request. */
  Optional<String> token();

  /** The client certificate for the next connection. */
  Optional<PemPair> identity();

  /** The server did not accept them: what is cached is asked for again. */
  void rejected();

  static Credentials of(
      Kubeconfig config, ObjectMapper json, Timers timers, PluginListener listener) {
    return config
        .user()
        .exec()
        .<Credentials>map(
            plugin ->
                new PluginCredentials(
                    new PluginCall(plugin, config.cluster(), json, timers, listener), timers))
        .orElseGet(() -> new FileCredentials(config.user(), timers));
  }
}
