package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.ImageFsInfoRequest;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;

/**
 * The first words with a runtime: proves that both endpoints serve CRI v1, and otherwise says which
 * endpoint is wrong, how, and what to do.
 *
 * <p>Thread: the one that starts the process.
 */
public final class CriHandshake {
  /** The version of the API between kubelet and runtime; it never changed. */
  private static final String KUBE_API_VERSION = "0.1.0";

  private final CriClient client;

  public CriHandshake(CriClient client) {
    this.client = client;
  }

  /** Returns who the runtime is, or throws a {@link CriException} meant for the operator. */
  public VersionResponse perform() {
    proven("runtime", client.runtimeEndpoint(), () -> client.version(version("")));
    proven("image", client.imageEndpoint(), this::imageFsInfo);
    VersionResponse answer = client.version(version(KUBE_API_VERSION));
    checkComplete(answer);
    if (!answer.getVersion().equals(KUBE_API_VERSION)) {
      throw invalid(
          "speaks kubelet API version " + answer.getVersion() + ", wanted " + KUBE_API_VERSION);
    }
    return answer;
  }

  private void imageFsInfo() {
    client.imageFsInfo(ImageFsInfoRequest.getDefaultInstance());
  }

  private static VersionRequest version(String version) {
    return VersionRequest.newBuilder().setVersion(version).build();
  }

  private void checkComplete(VersionResponse answer) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("version", answer.getVersion());
    fields.put("runtime_name", answer.getRuntimeName());
    fields.put("runtime_version", answer.getRuntimeVersion());
    fields.put("runtime_api_version", answer.getRuntimeApiVersion());
    fields.values().removeIf(value -> !value.isEmpty());
    if (!fields.isEmpty()) {
      throw invalid("left " + String.join(", ", fields.keySet()) + " empty in its version");
    }
  }

  private CriException invalid(String what) {
    return new CriException(
        CriException.Kind.INVALID,
        "Version",
        "container runtime at " + client.runtimeEndpoint().text() + " " + what);
  }

  private void proven(String api, CriEndpoint endpoint, Runnable call) {
    try {
      call.run();
    } catch (CriException e) {
      String subject = "validate CRI v1 " + api + " API for endpoint \"" + endpoint.text() + "\": ";
      throw new CriException(e.kind(), e.rpc(), subject + explain(api, endpoint, e));
    }
  }

  private String explain(String api, CriEndpoint endpoint, CriException e) {
    return switch (e.kind()) {
      case UNAVAILABLE -> explainUnreachable(endpoint, e);
      case UNIMPLEMENTED -> explainUnimplemented(api);
      case TIMEOUT ->
          "the runtime accepts connections but does not answer; see its logs and restart it";
      case NOT_FOUND, INVALID, EXHAUSTED, ALREADY_EXISTS, CANCELLED, INTERNAL -> e.text();
    };
  }

  private static String explainUnreachable(CriEndpoint endpoint, CriException e) {
    if (!Files.exists(endpoint.path())) {
      return "no socket at "
          + endpoint.path()
          + "; start the container runtime, or correct containerRuntimeEndpoint";
    }
    Throwable cause = e.getCause();
    if (cause instanceof ConnectException) {
      return "nobody listens on "
          + endpoint.path()
          + " ("
          + cause.getMessage()
          + "); the container runtime has ended: start it";
    }
    if (cause instanceof IOException io && String.valueOf(io.getMessage()).contains("ermission")) {
      return "no permission to open " + endpoint.path() + "; run as root";
    }
    return "the process behind "
        + endpoint.path()
        + " does not speak gRPC ("
        + e.text()
        + "); correct containerRuntimeEndpoint";
  }

  private String explainUnimplemented(String api) {
    if (api.equals("runtime") && client.speaksV1alpha2()) {
      return "the runtime only speaks CRI v1alpha2; upgrade to containerd 1.6, CRI-O 1.20 or newer";
    }
    return "the process serves gRPC but not CRI v1; with containerd, take \"cri\" out of"
        + " disabled_plugins in its config.toml and restart it";
  }
}
