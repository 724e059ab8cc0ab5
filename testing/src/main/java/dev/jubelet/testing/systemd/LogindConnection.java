package dev.jubelet.testing.systemd;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One connection of a {@link FakeLogind}: of a client, or its own to a real bus.
 *
 * <p>Thread: one serves; signals from any. Owns: the socket.
 */
final class LogindConnection {
  private static final String LOGIND = "org.freedesktop.login1";
  private static final String LOGIND_PATH = "/org/freedesktop/login1";
  private static final String BUS = "org.freedesktop.DBus";

  private final PassingSocket socket;
  private final FakeLogind logind;

  @GuardedBy("this")
  private int serial = 100;

  /** The other side has gone. */
  private static final class EndException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  LogindConnection(PassingSocket socket, FakeLogind logind) {
    this.socket = socket;
    this.logind = logind;
  }

  /** Plays the bus until the client may speak. */
  boolean acceptClient() {
    try {
      for (String line = line(); !line.equals("BEGIN"); line = line()) {
        if (line.contains("AUTH EXTERNAL")) {
          say("OK 0123456789abcdef0123456789abcdef");
        } else {
          say(line.equals("NEGOTIATE_UNIX_FD") ? "AGREE_UNIX_FD" : "ERROR");
        }
      }
      return true;
    } catch (EndException e) {
      socket.close();
      return false;
    }
  }

  /** Takes the names of logind and systemd on a real bus. */
  void joinBus() {
    joinBusAsStranger();
    requestName(LOGIND);
    requestName("org.freedesktop.systemd1");
  }

  /** Takes no name. */
  void joinBusAsStranger() {
    say("\0AUTH EXTERNAL 30");
    expect("OK");
    say("NEGOTIATE_UNIX_FD");
    expect("AGREE_UNIX_FD");
    say("BEGIN");
    callBus("Hello", "", new byte[0]);
  }

  private void expect(String start) {
    String line = line();
    if (!line.startsWith(start)) {
      throw new IllegalStateException("the bus says " + line);
    }
  }

  private void requestName(String name) {
    ByteBuffer body = DbusFrame.buffer();
    DbusFrame.text(body, name);
    DbusFrame.pad(body, 4);
    body.putInt(0);
    byte[] bytes = new byte[body.position()];
    body.flip().get(bytes);
    callBus("RequestName", "su", bytes);
  }

  private void callBus(String member, String signature, byte[] body) {
    Map<Integer, Object> fields = new TreeMap<>();
    fields.put(DbusFrame.PATH, "/org/freedesktop/DBus");
    fields.put(DbusFrame.INTERFACE, BUS);
    fields.put(DbusFrame.MEMBER, member);
    fields.put(DbusFrame.DESTINATION, BUS);
    if (!signature.isEmpty()) {
      fields.put(DbusFrame.SIGNATURE, signature);
    }
    send(DbusFrame.CALL, fields, body, OptionalInt.empty());
    DbusFrame answer = DbusFrame.read(this::next);
    while (answer.type() == DbusFrame.SIGNAL) {
      answer = DbusFrame.read(this::next);
    }
    if (answer.type() != DbusFrame.RETURN) {
      throw new IllegalStateException(member + ": " + answer.texts());
    }
  }

  /** Answers calls until the other side goes. */
  void serve() {
    try {
      while (true) {
        DbusFrame frame = DbusFrame.read(this::next);
        if (frame.type() == DbusFrame.CALL) {
          logind.called(frame);
          answer(frame);
        }
      }
    } catch (EndException e) {
      socket.close();
    }
  }

  private void answer(DbusFrame call) {
    switch (call.text(DbusFrame.MEMBER)) {
      case "Inhibit" -> inhibit(call);
      case "Get" -> reply(call, "v", logind.property(call.texts().get(1)), OptionalInt.empty());
      case "KillUnit" -> {
        logind.reload();
        reply(call, "", new byte[0], OptionalInt.empty());
      }
      default -> reply(call, "", new byte[0], OptionalInt.empty());
    }
  }

  private void inhibit(DbusFrame call) {
    if (!logind.givesLocks()) {
      Map<Integer, Object> fields = fieldsOfReply(call);
      fields.put(DbusFrame.ERROR_NAME, LOGIND + ".OperationInProgress");
      send(DbusFrame.ERROR, fields, new byte[0], OptionalInt.empty());
      return;
    }
    int end = logind.newLock();
    reply(call, "h", new byte[4], OptionalInt.of(end));
    PassingSocket.close(end);
  }

  private void reply(DbusFrame call, String signature, byte[] body, OptionalInt passed) {
    Map<Integer, Object> fields = fieldsOfReply(call);
    if (!signature.isEmpty()) {
      fields.put(DbusFrame.SIGNATURE, signature);
    }
    send(DbusFrame.RETURN, fields, body, passed);
  }

  private static Map<Integer, Object> fieldsOfReply(DbusFrame call) {
    Map<Integer, Object> fields = new TreeMap<>();
    fields.put(DbusFrame.REPLY_SERIAL, call.serial());
    if (call.fields().containsKey(DbusFrame.SENDER)) {
      fields.put(DbusFrame.DESTINATION, call.text(DbusFrame.SENDER));
    }
    return fields;
  }

  void prepareForShutdown(boolean goesDown) {
    prepareForShutdown(goesDown, "");
  }

  void prepareForShutdown(boolean goesDown, String destination) {
    Map<Integer, Object> fields = new TreeMap<>();
    fields.put(DbusFrame.PATH, LOGIND_PATH);
    fields.put(DbusFrame.INTERFACE, LOGIND + ".Manager");
    fields.put(DbusFrame.MEMBER, "PrepareForShutdown");
    fields.put(DbusFrame.SIGNATURE, "b");
    if (!destination.isEmpty()) {
      fields.put(DbusFrame.DESTINATION, destination);
    }
    byte[] body = {(byte) (goesDown ? 1 : 0), 0, 0, 0};
    send(DbusFrame.SIGNAL, fields, body, OptionalInt.empty());
  }

  private synchronized void send(
      int type, Map<Integer, Object> fields, byte[] body, OptionalInt passed) {
    if (passed.isPresent()) {
      fields.put(DbusFrame.UNIX_FDS, 1);
    }
    socket.write(new DbusFrame(type, ++serial, fields, ByteBuffer.wrap(body)).bytes(), passed);
  }

  private int next() {
    return socket.read().orElseThrow(EndException::new);
  }

  private String line() {
    StringBuilder line = new StringBuilder();
    for (int c = next(); c != '\n'; c = next()) {
      line.append((char) c);
    }
    return line.toString().strip().replace("\0", "");
  }

  private void say(String line) {
    socket.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  void end() {
    socket.end();
  }
}
