package dev.jubelet.server.metric;

import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.server.http.Refusal;
import java.io.IOException;

/**
 * Counts the WebSockets that end here: those of commands, whose channels become streams, and those
 * of ports, which are tunnels.
 *
 * <p>Thread: any.
 */
public final class StreamMeter {
  private final Tally requests;
  private final Tally translations;
  private final Tally tunnels;

  /** Carries a stream to its end; false when the runtime did not grant it. */
  public interface Carriage {
    boolean carry() throws IOException;
  }

  public StreamMeter(MetricRegistry registry) {
    requests =
        registry.add(
            Tally.counter(
                "kubelet_websocket_streaming_requests_total",
                "[ALPHA] Total number of WebSocket streaming requests received by the kubelet",
                "subresource"));
    translations =
        registry.add(
            Tally.counter(
                "apiserver_stream_translator_requests_total",
                "[ALPHA] Total number of requests that were handled by the StreamTranslatorProxy,"
                    + " which processes streaming RemoteCommand/V5",
                "code"));
    tunnels =
        registry.add(
            Tally.counter(
                "apiserver_stream_tunnel_requests_total",
                "[ALPHA] Total number of requests that were handled by the StreamTunnelProxy, which"
                    + " processes streaming PortForward/V2",
                "code"));
  }

  /** Carries the streams of a command. */
  public void translated(String subresource, Carriage carriage) throws IOException {
    count(subresource, translations, "200", carriage);
  }

  /** Carries forwarded ports. */
  public void tunnelled(Carriage carriage) throws IOException {
    count("portforward", tunnels, "101", carriage);
  }

  private void count(String subresource, Tally codes, String success, Carriage carriage)
      throws IOException {
    requests.increment(subresource);
    String code = "500";
    try {
      code = carriage.carry() ? success : code;
    } catch (Refusal e) {
      code = Integer.toString(e.status());
      throw e;
    } finally {
      codes.increment(code);
    }
  }
}
