package dev.jubelet.edge.plugin;

import dev.jubelet.api.registration.InfoRequest;
import dev.jubelet.api.registration.PluginInfo;
import dev.jubelet.api.registration.RegistrationGrpc;
import dev.jubelet.api.registration.RegistrationStatus;
import dev.jubelet.edge.unix.UnixChannel;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks a registration socket who is there, and says whether it was taken.
 *
 * <p>Thread: any; blocks for seconds at most. Owns: the connection.
 */
final class RegistrationClient implements AutoCloseable {
  private static final Duration ASK = Duration.ofSeconds(10);
  private static final Duration TELL = Duration.ofSeconds(5);
  private static final int MAX_ANSWER_BYTES = 1 << 20;

  private final Path socket;
  private final UnixChannel channel;

  RegistrationClient(Path socket) {
    this.socket = socket;
    this.channel = new UnixChannel(socket, "plugin-io", MAX_ANSWER_BYTES);
  }

  Plugin plugin() {
    try {
      PluginInfo answer =
          ClientCalls.blockingUnaryCall(
              channel,
              RegistrationGrpc.getGetInfoMethod(),
              CallOptions.DEFAULT.withDeadlineAfter(ASK),
              InfoRequest.getDefaultInstance());
      return new Plugin(
          answer.getType(),
          answer.getName(),
          answer.getEndpoint().isEmpty() ? socket : Path.of(answer.getEndpoint()),
          answer.getSupportedVersionsList());
    } catch (StatusRuntimeException e) {
      throw new PluginException(
          "failed to get plugin info using RPC GetInfo at socket %s, err: %s"
              .formatted(socket, said(e)),
          e);
    }
  }

  /** {@code refusal} is null when the plugin is in use now. */
  void tell(@Nullable String refusal) {
    RegistrationStatus.Builder status =
        RegistrationStatus.newBuilder().setPluginRegistered(refusal == null);
    if (refusal != null) {
      status.setError(refusal);
    }
    try {
      ClientCalls.blockingUnaryCall(
          channel,
          RegistrationGrpc.getNotifyRegistrationStatusMethod(),
          CallOptions.DEFAULT.withDeadlineAfter(TELL),
          status.build());
    } catch (StatusRuntimeException e) {
      throw new PluginException(
          "cannot tell the plugin at %s whether it was registered: %s".formatted(socket, said(e)),
          e);
    }
  }

  private static String said(StatusRuntimeException e) {
    Status status = e.getStatus();
    return status.getCause() == null ? status.toString() : String.valueOf(status.getCause());
  }

  @Override
  public void close() {
    channel.close();
  }
}
