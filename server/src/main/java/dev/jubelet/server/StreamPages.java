package dev.jubelet.server;

import dev.jubelet.server.AgentStreams.ContainerTarget;
import dev.jubelet.server.AgentStreams.PodTarget;
import dev.jubelet.server.AgentStreams.StreamOptions;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Handler;
import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.stream.StreamProxy;
import java.io.IOException;
import java.net.URI;
import java.util.Set;

/**
 * exec, attach and port-forward: finds out what is wanted, asks the runtime for it and carries the
 * streams.
 *
 * <p>Thread: the connection's, for as long as the stream lasts.
 */
final class StreamPages {
  private static final Set<String> METHODS = Set.of("GET", "POST");

  private final AgentView agent;
  private final StreamProxy proxy;

  StreamPages(AgentView agent, StreamProxy proxy) {
    this.agent = agent;
    this.proxy = proxy;
  }

  void addTo(Router.Builder routes) {
    for (String pod : Targets.POD_PATTERNS) {
      routes.methods(METHODS, "/exec" + pod + "/{container}", page(this::exec));
      routes.methods(METHODS, "/attach" + pod + "/{container}", page(this::attach));
      routes.methods(METHODS, "/portForward" + pod, page(this::portForward));
    }
  }

  /** Asks the agent where the runtime serves what a request wants. */
  private interface Wish {
    URI of(Exchange exchange);
  }

  private Handler page(Wish wish) {
    return exchange -> serve(exchange, wish);
  }

  private void serve(Exchange exchange, Wish wish) throws IOException {
    URI runtime = AgentRefusals.orRefuse(exchange, () -> wish.of(exchange));
    if (!StreamProxy.isAskedFor(exchange.request())) {
      throw new Refusal(500, "Upgrade request required\n");
    }
    proxy.carry(exchange, runtime);
  }

  private URI exec(Exchange exchange) {
    StreamOptions options = options(exchange.request().query());
    ContainerTarget target = Targets.container(exchange);
    return agent.streams().exec(target, exchange.request().query().all("command"), options);
  }

  private URI attach(Exchange exchange) {
    StreamOptions options = options(exchange.request().query());
    return agent.streams().attach(Targets.container(exchange), options);
  }

  private URI portForward(Exchange exchange) {
    PodTarget target = Targets.pod(exchange);
    return agent.streams().portForward(target, ForwardedPorts.of(exchange.request()));
  }

  private static StreamOptions options(Query query) {
    StreamOptions options =
        new StreamOptions(
            isSet(query, "input"),
            isSet(query, "output"),
            isSet(query, "error"),
            isSet(query, "tty"));
    if (!options.stdin() && !options.stdout() && !options.stderr()) {
      throw new Refusal(400, "you must specify at least 1 of stdin, stdout, stderr");
    }
    return options;
  }

  private static boolean isSet(Query query, String name) {
    return query.first(name).filter("1"::equals).isPresent();
  }
}
