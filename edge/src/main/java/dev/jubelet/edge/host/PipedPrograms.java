package dev.jubelet.edge.host;

import com.google.protobuf.ByteString;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Programs that read a request and print an answer. */
@FunctionalInterface
public interface PipedPrograms {

  /**
   * What to run. Its text form shows neither input nor environment.
   *
   * @param environment added to that of this process
   * @param patience after which it is killed
   */
  record Call(
      List<String> command, Map<String, String> environment, ByteString input, Duration patience) {
    public Call {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    @Override
    public String toString() {
      return "Call" + command;
    }
  }

  /** How it ended, with what it printed as answer and as errors. */
  record Ended(int status, ByteString output, String errors) {
    @Override
    public String toString() {
      return "Ended[" + status + "]";
    }
  }

  /**
   * Runs a program to its end; an interrupt kills it. Throws {@link HostException}: NOT_FOUND when
   * it cannot be started, UNREADABLE when it did not end in time or printed too much.
   */
  Ended run(Call call) throws InterruptedException;
}
