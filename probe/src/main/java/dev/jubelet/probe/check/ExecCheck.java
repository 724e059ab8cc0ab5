package dev.jubelet.probe.check;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.edge.cri.CriContainers;
import dev.jubelet.edge.cri.CriException;
import java.util.List;

/**
 * Runs a command in the container; its exit code is the answer.
 *
 * <p>Thread: any; an interrupt ends the wait.
 */
final class ExecCheck {
  private static final int MOST_OUTPUT_BYTES = 10 << 10;

  private final CriContainers cri;
  private final CommandExpansion expansion;

  ExecCheck(CriContainers cri, CommandExpansion expansion) {
    this.cri = cri;
    this.expansion = expansion;
  }

  Outcome check(CheckRequest request) {
    List<String> command =
        expansion.expand(
            request.pod(), request.container(), request.probe().getExec().getCommand());
    ExecSyncRequest call =
        ExecSyncRequest.newBuilder()
            .setContainerId(request.containerId())
            .addAllCmd(command)
            .setTimeout(request.timeout().toSeconds())
            .build();
    try {
      return read(cri.execSync(call));
    } catch (CriException e) {
      if (Thread.currentThread().isInterrupted()) {
        return new Outcome.Aborted();
      }
      return e.kind() == CriException.Kind.TIMEOUT
          ? new Outcome.Failed(
              "command timed out: \"%s\" timed out after %s"
                  .formatted(String.join(" ", command), SecondsText.of(request.timeout())))
          : new Outcome.Errored("unknown", e.upstreamText());
    }
  }

  private static Outcome read(ExecSyncResponse answer) {
    if (answer.getExitCode() == 0) {
      return new Outcome.Succeeded();
    }
    return new Outcome.Failed(firstPart(answer.getStdout().concat(answer.getStderr())));
  }

  private static String firstPart(ByteString output) {
    return output.substring(0, Math.min(output.size(), MOST_OUTPUT_BYTES)).toStringUtf8();
  }
}
