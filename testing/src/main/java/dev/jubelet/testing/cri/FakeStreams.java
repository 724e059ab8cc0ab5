package dev.jubelet.testing.cri;

import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.ExecSyncResponse;
import java.util.function.Function;

/**
 * The ways into a fake container: what commands answer, and the address of the streaming server.
 *
 * <p>Thread: any.
 */
public final class FakeStreams {
  private volatile String base = "http://127.0.0.1:1";
  private volatile Function<ExecSyncRequest, ExecSyncResponse> commands =
      request -> ExecSyncResponse.getDefaultInstance();

  /** Where exec, attach and port-forward are said to be served. */
  public void servedAt(String base) {
    this.base = base;
  }

  /** Decides what ExecSync answers; without it, every command succeeds and prints nothing. */
  public void commands(Function<ExecSyncRequest, ExecSyncResponse> commands) {
    this.commands = commands;
  }

  String url(String kind) {
    return base + "/" + kind + "/token";
  }

  ExecSyncResponse run(ExecSyncRequest request) {
    return commands.apply(request);
  }
}
