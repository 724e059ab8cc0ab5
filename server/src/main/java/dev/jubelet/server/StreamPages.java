package dev.jubelet.server;

import dev.jubelet.server.AgentStreams.ContainerTarget;
import dev.jubelet.server.AgentStreams.PodTarget;
import dev.jubelet.server.AgentStreams.StreamOptions;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Query;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.metric.StreamMeter;
import dev.jubelet.server.stream.Channels;
import dev.jubelet.server.stream.StreamProxy;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

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
  private final StreamMeter meter;

  StreamPages(AgentView agent, StreamProxy proxy, StreamMeter meter) {
    this.agent = agent;
    this.proxy = proxy;
    this.meter = meter;
  }

  void addTo(Router.Builder routes) {
    for (String pod : Targets.POD_PATTERNS) {
      routes.methods(METHODS, "/exec" + pod + "/{container}", this::exec);
      routes.methods(METHODS, "/attach" + pod + "/{container}", this::attach);
      routes.methods(METHODS, "/portForward" + pod, this::portForward);
    }
  }

  private void exec(Exchange exchange) throws IOException {
    StreamOptions options = options(exchange.request().query());
    ContainerTarget target = Targets.container(exchange);
    List<String> command = exchange.request().query().all("command");
    URI url = url(exchange, () -> agent.streams().exec(target, command, options));
    carry(exchange, "exec", url, options);
  }

  private void attach(Exchange exchange) throws IOException {
    StreamOptions options = options(exchange.request().query());
    ContainerTarget target = Targets.container(exchange);
    URI url = url(exchange, () -> agent.streams().attach(target, options));
    carry(exchange, "attach", url, options);
  }

  private void carry(Exchange exchange, String subresource, URI url, StreamOptions options)
      throws IOException {
    if (proxy.isTranslated(exchange.request())) {
      meter.translated(subresource, () -> proxy.carryCommand(exchange, url, channels(options)));
    } else {
      proxy.carryCommand(exchange, url, channels(options));
    }
  }

  private void portForward(Exchange exchange) throws IOException {
    PodTarget target = Targets.pod(exchange);
    boolean tunnel = proxy.isTunnel(exchange.request());
    List<Integer> ports = tunnel ? List.of() : ForwardedPorts.of(exchange.request());
    URI url = url(exchange, () -> agent.streams().portForward(target, ports));
    if (tunnel) {
      meter.tunnelled(() -> proxy.carryPorts(exchange, url));
    } else {
      proxy.carryPorts(exchange, url);
    }
  }

  /** Where the runtime serves it. */
  private static URI url(Exchange exchange, Supplier<URI> question) {
    URI url = AgentRefusals.orRefuse(exchange, question);
    if (!StreamProxy.isAskedFor(exchange.request())) {
      throw new Refusal(500, "Upgrade request required\n");
    }
    return url;
  }

  private static Channels channels(StreamOptions options) {
    return new Channels(options.stdin(), options.stdout(), options.stderr(), options.tty());
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
