package dev.jubelet.volume.flex;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.volume.disk.VolumeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A driver: one program that is called with a word for what to do, and answers in JSON.
 *
 * @param name as pods write it, {@code vendor/driver}
 */
record FlexDriver(String name, Path program, HostCommands commands) {

  /** The directory of its volumes in that of a pod. */
  String escapedName() {
    return name.replace('/', '~');
  }

  FlexResponse.Capabilities init() {
    return required("init", call("init")).abilities();
  }

  /** Calls the driver; an answer that says no is returned, a driver that cannot answer throws. */
  FlexResponse call(String what, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString(), what));
    command.addAll(Arrays.asList(arguments));
    HostCommands.Result result = commands.run(command);
    if (!result.succeeded() && result.output().isBlank()) {
      throw new VolumeException(
          "%s command failed: driver %s ended with %d and said nothing"
              .formatted(what, name, result.status()));
    }
    return FlexResponse.parse(what, result.output());
  }

  /** The answer, if the call succeeded. */
  static FlexResponse required(String what, FlexResponse answer) {
    if (answer.isUnsupported()) {
      throw new VolumeException(what + " command is not supported by the driver");
    }
    if (!answer.isSuccess()) {
      throw new VolumeException(
          "%s command failed, status: %s, reason: %s"
              .formatted(what, answer.status(), answer.message()));
    }
    return answer;
  }
}
