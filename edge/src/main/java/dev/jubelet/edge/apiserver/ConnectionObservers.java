package dev.jubelet.edge.apiserver;

import dev.jubelet.base.OutageLog;
import dev.jubelet.base.Timers;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.apiserver.kubeconfig.Kubeconfig;
import org.slf4j.LoggerFactory;

/**
 * Who sees what happens on a connection.
 *
 * @param requests counts them
 * @param tracer makes a span of each
 * @param alarm is told when a call was so late that all connections were left
 * @param outages logs when the server is away; connections to the same server share one
 */
public record ConnectionObservers(
    ApiListener requests, Tracer tracer, Runnable alarm, OutageLog outages) {

  /** Nobody does, but for the log. */
  public static ConnectionObservers none(Kubeconfig config, Timers timers) {
    return new ConnectionObservers(
        ApiListener.UNHEARD, Tracer.OFF, () -> {}, outageLog(config, timers));
  }

  public static OutageLog outageLog(Kubeconfig config, Timers timers) {
    return new OutageLog(
        LoggerFactory.getLogger(ApiConnection.class),
        "API server",
        config.cluster().server().toString(),
        timers);
  }
}
