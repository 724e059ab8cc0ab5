package dev.jubelet.probe.hook;

import com.google.protobuf.ByteString;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import dev.jubelet.edge.cri.CriContainers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.probe.hook.HookRunner.HookTarget;
import io.fabric8.kubernetes.api.model.ExecAction;
import java.util.List;

/**
 * A hook that is a command in the container, as its spec writes it: variables are not put in. The
 * runtime is given no time limit; an interrupt ends the wait.
 *
 * <p>Thread: the caller's.
 */
final class ExecHook {
  private static final int MOST_OUTPUT_BYTES = 10 << 10;

  private final CriContainers cri;

  ExecHook(CriContainers cri) {
    this.cri = cri;
  }

  HookOutcome run(ExecAction action, HookTarget target) {
    List<String> command = action.getCommand();
    ExecSyncRequest request =
        ExecSyncRequest.newBuilder()
            .setContainerId(target.containerId())
            .addAllCmd(command)
            .build();
    try {
      ExecSyncResponse answer = cri.execSync(request);
      return answer.getExitCode() == 0
          ? new HookOutcome.Done()
          : failed(command, target, exited(command, answer), output(answer));
    } catch (CriException e) {
      return failed(command, target, e.upstreamText(), "");
    }
  }

  private static String exited(List<String> command, ExecSyncResponse answer) {
    return "command '%s' exited with %d: %s"
        .formatted(String.join(" ", command), answer.getExitCode(), firstPart(answer.getStderr()));
  }

  private static String output(ExecSyncResponse answer) {
    return firstPart(answer.getStdout().concat(answer.getStderr()));
  }

  private static String firstPart(ByteString output) {
    return output.substring(0, Math.min(output.size(), MOST_OUTPUT_BYTES)).toStringUtf8();
  }

  private static HookOutcome failed(
      List<String> command, HookTarget target, String error, String output) {
    return new HookOutcome.Failed(
        "Exec lifecycle hook ([%s]) for %s failed - error: %s, message: \"%s\""
            .formatted(String.join(" ", command), target.text(), error, output));
  }
}
