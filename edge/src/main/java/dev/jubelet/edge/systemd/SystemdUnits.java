package dev.jubelet.edge.systemd;

import dev.jubelet.base.Timers;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The units of systemd. Speaks D-Bus on systemd's private socket, which serves root without a bus,
 * as its own command does.
 *
 * <p>Thread: any; a call has a connection of its own and blocks until systemd answers.
 */
public final class SystemdUnits {
  private static final Logger log = LoggerFactory.getLogger(SystemdUnits.class);

  /** Where systemd listens. */
  public static final Path PRIVATE_SOCKET = Path.of("/run/systemd/private");

  /**
   * The number is that of root, digit by digit in hexadecimal. BEGIN does not wait for the answer:
   * if systemd finds a call right behind it, it leaves the call until more comes.
   */
  private static final String GREETING = "\0AUTH EXTERNAL 30\r\nBEGIN\r\n";

  private static final String ERROR = "org.freedesktop.systemd1.";
  private static final String NO_SUCH_UNIT = ERROR + "NoSuchUnit";
  private static final String UNIT_EXISTS = ERROR + "UnitExists";
  private static final String NOT_LOADED = ERROR + "UnitNotLoaded";
  private static final int FIRST_SERIAL = 1;
  private static final int LONGEST_LINE = 512;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Path socket;
  private final Timers timers;

  public SystemdUnits(Path socket, Timers timers) {
    this.socket = socket;
    this.timers = timers;
  }

  /** Stops a unit; one that systemd does not know is stopped. Does not wait for its end. */
  public void stop(String unit) throws IOException {
    String error = answer(manager("StopUnit", List.of(unit, "replace"))).error();
    if (!error.isEmpty() && !error.equals(NO_SUCH_UNIT)) {
      throw new IOException("systemd does not stop " + unit + ": " + error);
    }
  }

  /**
   * Makes a unit that lasts until it is stopped or the machine is. Returns false when there is one
   * of this name already.
   */
  public boolean start(String unit, List<UnitProperty> properties) throws IOException {
    BusArguments arguments =
        new BusArguments().text(unit).text("replace").properties(properties).noUnits();
    String error = answer(manager("StartTransientUnit", List.of()), arguments).error();
    if (!error.isEmpty() && !error.equals(UNIT_EXISTS)) {
      throw new IOException("systemd does not start " + unit + ": " + error);
    }
    return error.isEmpty();
  }

  /** Changes a unit until it is stopped or the machine is. */
  public void set(String unit, List<UnitProperty> properties) throws IOException {
    BusArguments arguments = new BusArguments().text(unit).flag(true).properties(properties);
    String error = answer(manager("SetUnitProperties", List.of()), arguments).error();
    if (!error.isEmpty()) {
      throw new IOException("systemd does not change " + unit + ": " + error);
    }
  }

  /** Lets systemd forget that a unit has failed; one that it does not know has not. */
  public void resetFailed(String unit) throws IOException {
    String error = answer(manager("ResetFailedUnit", List.of(unit))).error();
    if (!error.isEmpty() && !error.equals(NO_SUCH_UNIT) && !error.equals(NOT_LOADED)) {
      throw new IOException("systemd does not forget " + unit + ": " + error);
    }
  }

  private static BusCall manager(String member, List<String> arguments) {
    return new BusCall(
        "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", member, arguments);
  }

  private BusReply answer(BusCall call, BusArguments arguments) throws IOException {
    return answer(call.bytes(FIRST_SERIAL, arguments.types(), arguments.bytes()));
  }

  private BusReply answer(BusCall call) throws IOException {
    return answer(call.bytes(FIRST_SERIAL));
  }

  private BusReply answer(byte[] message) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    Timers.Pending giveUp = timers.after(PATIENCE, () -> close(channel));
    try (channel) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      DataInputStream in =
          new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
      write(channel, GREETING);
      String answer = line(in);
      if (!answer.startsWith("OK ")) {
        throw new IOException("systemd refuses root on " + socket + ": " + answer);
      }
      write(channel, ByteBuffer.wrap(message));
      BusReply reply = BusReply.read(in);
      while (!reply.answers()) {
        reply = BusReply.read(in);
      }
      return reply;
    } catch (ClosedChannelException e) {
      throw new IOException("systemd did not answer within " + PATIENCE.toSeconds() + " s", e);
    } finally {
      giveUp.cancel();
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      log.atDebug().setCause(e).log("Failed to close the connection to systemd");
    }
  }

  private static void write(SocketChannel channel, String text) throws IOException {
    write(channel, ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() < LONGEST_LINE) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("systemd closed the connection");
      }
      if (c == '\n') {
        return line.toString().stripTrailing();
      }
      line.append((char) c);
    }
    throw new IOException("systemd answers with an endless line");
  }
}
