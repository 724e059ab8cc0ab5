package dev.jubelet.testing.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runtime's own command line, which looks at a containerd behind the agent's back. It is on a
 * machine only where {@code ./bench} or somebody fetched it.
 *
 * <p>Thread: any; a call blocks until the command has ended.
 */
public final class Crictl {
  private final String program;
  private final PrivateContainerd containerd;

  private Crictl(String program, PrivateContainerd containerd) {
    this.program = program;
    this.containerd = containerd;
  }

  /** For this containerd; empty when the machine has no crictl. */
  public static Optional<Crictl> find(PrivateContainerd containerd) {
    LabCommand.Outcome found = LabScript.CRICTL.call("path");
    return found.exitCode() == 0
        ? Optional.of(new Crictl(found.output().strip(), containerd))
        : Optional.empty();
  }

  /** The command with these arguments. */
  public List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--runtime-endpoint",
                containerd.endpoint(),
                "--image-endpoint",
                containerd.endpoint()));
    command.addAll(List.of(arguments));
    return List.copyOf(command);
  }

  /** What it answers; a failure is an exception in its own words. */
  public String run(String... arguments) {
    List<String> command = command(arguments);
    return LabCommand.run(command).orThrow(command);
  }
}
