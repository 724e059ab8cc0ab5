package dev.jubelet.cli.http;

import dev.jubelet.base.http.BodyInput;
import dev.jubelet.base.http.HeadLimits;
import dev.jubelet.base.http.HeadReader;
import dev.jubelet.base.http.HeadWriter;
import dev.jubelet.base.http.ResponseHead;
import dev.jubelet.cli.fault.CliException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Asks the local agent; one connection a request.
 *
 * <p>Thread: any; immutable.
 */
public final class AgentClient {
  /** Of answers: the agent and the runtime on this machine send short heads. */
  public static final HeadLimits LIMITS = HeadLimits.of(64 * 1024, 256);

  private final Path socket;

  public AgentClient(Path socket) {
    this.socket = socket;
  }

  public Path socket() {
    return socket;
  }

  /** An answer read whole. */
  public record Answer(int status, String text) {
    public boolean isOk() {
      return status >= 200 && status < 300;
    }

    public Json json() {
      return Json.parse(text);
    }
  }

  /** Takes the body of a good answer while it comes. */
  @FunctionalInterface
  public interface BodyReader {
    void read(InputStream body) throws IOException;
  }

  /** Whether an agent answers. */
  public boolean isAlive() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      return false;
    }
  }

  public Answer get(String target) {
    return exchange("GET", target, "");
  }

  /** Like {@link #get}, but a refusal is an error with the agent's own words. */
  public Json getJson(String target) {
    Answer answer = get(target);
    if (!answer.isOk()) {
      throw refused(answer);
    }
    return answer.json();
  }

  public Answer post(String target, String json) {
    return exchange("POST", target, json);
  }

  /** Hands the body over while it comes; a refusal is an error with the agent's own words. */
  public void stream(String target, BodyReader reader) {
    try (SocketChannel channel = connect()) {
      send(channel, "GET", target, "");
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
      ResponseHead head = HeadReader.response(in, LIMITS);
      InputStream body = BodyInput.of(head, in);
      if (head.status() != 200) {
        String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        throw refused(new Answer(head.status(), text));
      }
      reader.read(body);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  public static CliException refused(Answer answer) {
    CliException.Kind kind =
        answer.status() == 404 ? CliException.Kind.NOT_FOUND : CliException.Kind.FAILED;
    return new CliException(kind, answer.text().strip());
  }

  private Answer exchange(String method, String target, String body) {
    try (SocketChannel channel = connect()) {
      send(channel, method, target, body);
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
      ResponseHead head = HeadReader.response(in, LIMITS);
      byte[] bytes = BodyInput.of(head, in).readAllBytes();
      return new Answer(head.status(), new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw new CliException(
          CliException.Kind.NO_AGENT,
          "no agent answers on "
              + socket
              + " ("
              + e.getMessage()
              + "): is it running, and are you root? --socket or JUBELET_SOCKET name another one",
          e);
    }
  }

  private static void send(SocketChannel channel, String method, String target, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[] head =
        HeadWriter.request(method, target)
            .field("Host", "jubelet")
            .field("Connection", "close")
            .field("Content-Length", Integer.toString(bytes.length))
            .bytes();
    ByteBuffer request = ByteBuffer.allocate(head.length + bytes.length);
    request.put(head).put(bytes).flip();
    while (request.hasRemaining()) {
      channel.write(request);
    }
  }

  private CliException broken(IOException e) {
    return new CliException(
        CliException.Kind.FAILED, "the agent on " + socket + " broke off: " + e.getMessage(), e);
  }
}
