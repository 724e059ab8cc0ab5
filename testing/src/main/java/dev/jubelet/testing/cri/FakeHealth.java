package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.RuntimeCondition;
import dev.jubelet.api.cri.RuntimeFeatures;
import dev.jubelet.api.cri.RuntimeHandler;
import dev.jubelet.api.cri.RuntimeHandlerFeatures;
import dev.jubelet.api.cri.RuntimeStatus;
import dev.jubelet.api.cri.StatusResponse;

/**
 * What a fake runtime says of itself; good until the test says otherwise.
 *
 * <p>Thread: any. Owns: the two conditions, and the shown configuration.
 */
public final class FakeHealth {
  private volatile RuntimeCondition runtime = good("RuntimeReady");
  private volatile RuntimeCondition network = good("NetworkReady");
  private volatile String config = "{}";

  public void runtimeReady() {
    runtime = good("RuntimeReady");
  }

  public void runtimeNotReady(String reason, String message) {
    runtime = bad("RuntimeReady", reason, message);
  }

  public void networkReady() {
    network = good("NetworkReady");
  }

  public void networkNotReady(String reason, String message) {
    network = bad("NetworkReady", reason, message);
  }

  /** What it tells of its configuration to whoever asks for all details, as JSON. */
  public void showConfig(String json) {
    config = json;
  }

  StatusResponse status(boolean verbose) {
    StatusResponse.Builder answer = StatusResponse.newBuilder();
    if (verbose) {
      answer.putInfo("config", config);
    }
    return answer
        .setStatus(RuntimeStatus.newBuilder().addConditions(runtime).addConditions(network))
        .addRuntimeHandlers(
            RuntimeHandler.newBuilder()
                .setFeatures(
                    RuntimeHandlerFeatures.newBuilder()
                        .setRecursiveReadOnlyMounts(true)
                        .setUserNamespaces(true)))
        .setFeatures(RuntimeFeatures.newBuilder().setSupplementalGroupsPolicy(true))
        .build();
  }

  private static RuntimeCondition good(String type) {
    return RuntimeCondition.newBuilder().setType(type).setStatus(true).build();
  }

  private static RuntimeCondition bad(String type, String reason, String message) {
    return RuntimeCondition.newBuilder()
        .setType(type)
        .setReason(reason)
        .setMessage(message)
        .build();
  }
}
