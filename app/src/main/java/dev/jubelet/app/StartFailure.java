package dev.jubelet.app;

import dev.jubelet.base.tls.TlsException;
import dev.jubelet.edge.apiserver.certificate.CertificateException;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigException;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.image.plugin.ProviderConfigException;
import dev.jubelet.resource.cgroup.CgroupException;
import dev.jubelet.server.listener.ListenException;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;

/** Why the agent does not start, as one line for its operator. Pure. */
final class StartFailure {
  private StartFailure() {}

  static String line(Throwable failure) {
    String text =
        switch (failure) {
          case StartException known -> message(known);
          case CriException known -> message(known);
          case TlsException known -> message(known);
          case KubeconfigException known -> message(known);
          case CgroupException known -> message(known);
          case ListenException known -> message(known);
          case ProviderConfigException known ->
              "Failed to register CRI auth plugins: " + message(known);
          case CertificateException known -> withCause(known);
          case UncheckedIOException known -> withCause(known);
          default -> failure + cause(failure);
        };
    return text.lines().map(String::strip).collect(Collectors.joining(" "));
  }

  private static String message(Throwable known) {
    return known.getMessage() == null ? known.toString() : known.getMessage();
  }

  private static String withCause(Throwable known) {
    return message(known) + cause(known);
  }

  private static String cause(Throwable of) {
    return of.getCause() == null ? "" : ": " + of.getCause();
  }
}
