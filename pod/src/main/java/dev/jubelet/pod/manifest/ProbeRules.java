package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ExecAction;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Probe;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API's rules for probes and hooks. Pure. */
final class ProbeRules {
  private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

  private ProbeRules() {}

  /** {@code runsToEnd}: an init container that is no sidecar, which has neither. */
  static void check(Container container, String path, boolean runsToEnd, Problems problems) {
    if (runsToEnd) {
      forbid(container.getLivenessProbe(), path + ".livenessProbe", problems);
      forbid(container.getReadinessProbe(), path + ".readinessProbe", problems);
      forbid(container.getStartupProbe(), path + ".startupProbe", problems);
      forbid(container.getLifecycle(), path + ".lifecycle", problems);
      return;
    }
    probe(container.getLivenessProbe(), path + ".livenessProbe", problems);
    probe(container.getReadinessProbe(), path + ".readinessProbe", problems);
    probe(container.getStartupProbe(), path + ".startupProbe", problems);
    oneSuccess(container.getLivenessProbe(), path + ".livenessProbe", problems);
    oneSuccess(container.getStartupProbe(), path + ".startupProbe", problems);
    Probe readiness = container.getReadinessProbe();
    if (readiness != null && readiness.getTerminationGracePeriodSeconds() != null) {
      problems.invalid(
          path + ".readinessProbe.terminationGracePeriodSeconds",
          readiness.getTerminationGracePeriodSeconds(),
          "must not be set for readinessProbes");
    }
    if (container.getLifecycle() != null) {
      hook(container.getLifecycle().getPostStart(), path + ".lifecycle.postStart", problems);
      hook(container.getLifecycle().getPreStop(), path + ".lifecycle.preStop", problems);
    }
  }

  private static void forbid(@Nullable Object value, String path, Problems problems) {
    if (value != null) {
      problems.forbidden(path, "may not be set for init containers without restartPolicy=Always");
    }
  }

  private static void oneSuccess(@Nullable Probe probe, String path, Problems problems) {
    if (probe != null && probe.getSuccessThreshold() != 1) {
      problems.invalid(path + ".successThreshold", probe.getSuccessThreshold(), "must be 1");
    }
  }

  private static void probe(@Nullable Probe probe, String path, Problems problems) {
    if (probe == null) {
      return;
    }
    problems.atLeast(path + ".initialDelaySeconds", probe.getInitialDelaySeconds(), 0);
    problems.atLeast(path + ".timeoutSeconds", probe.getTimeoutSeconds(), 1);
    problems.atLeast(path + ".periodSeconds", probe.getPeriodSeconds(), 1);
    problems.atLeast(path + ".successThreshold", probe.getSuccessThreshold(), 1);
    problems.atLeast(path + ".failureThreshold", probe.getFailureThreshold(), 1);
    problems.atLeast(
        path + ".terminationGracePeriodSeconds", probe.getTerminationGracePeriodSeconds(), 1);
    exactlyOne(
        path, problems, probe.getExec(), probe.getHttpGet(), probe.getTcpSocket(), probe.getGrpc());
    exec(probe.getExec(), path + ".exec", problems);
    httpGet(probe.getHttpGet(), path + ".httpGet", problems);
    if (probe.getTcpSocket() != null) {
      port(probe.getTcpSocket().getPort(), path + ".tcpSocket.port", problems);
    }
    if (probe.getGrpc() != null) {
      number(probe.getGrpc().getPort(), path + ".grpc.port", problems);
    }
  }

  private static void hook(@Nullable LifecycleHandler hook, String path, Problems problems) {
    if (hook == null) {
      return;
    }
    exactlyOne(
        path, problems, hook.getExec(), hook.getHttpGet(), hook.getTcpSocket(), hook.getSleep());
    exec(hook.getExec(), path + ".exec", problems);
    httpGet(hook.getHttpGet(), path + ".httpGet", problems);
    if (hook.getTcpSocket() != null) {
      port(hook.getTcpSocket().getPort(), path + ".tcpSocket.port", problems);
    }
    if (hook.getSleep() != null) {
      problems.atLeast(path + ".sleep.seconds", hook.getSleep().getSeconds(), 0);
    }
  }

  private static void exactlyOne(String path, Problems problems, @Nullable Object... handlers) {
    long given = Stream.of(handlers).filter(Objects::nonNull).count();
    if (given == 0) {
      problems.required(path, "must specify a handler type");
    } else if (given > 1) {
      problems.forbidden(path, "may not specify more than 1 handler type");
    }
  }

  private static void exec(@Nullable ExecAction exec, String path, Problems problems) {
    if (exec != null && exec.getCommand().isEmpty()) {
      problems.required(path + ".command", "the command to run");
    }
  }

  private static void httpGet(@Nullable HTTPGetAction get, String path, Problems problems) {
    if (get != null) {
      problems.oneOf(path + ".scheme", get.getScheme(), SCHEMES);
      port(get.getPort(), path + ".port", problems);
    }
  }

  private static void port(@Nullable IntOrString port, String path, Problems problems) {
    if (port == null) {
      problems.required(path, "a number or the name of a port of the container");
    } else if (port.getIntVal() != null) {
      number(port.getIntVal(), path, problems);
    } else if (!Formats.isPortName(Objects.requireNonNullElse(port.getStrVal(), ""))) {
      problems.invalid(path, port.getStrVal(), Formats.PORT_NAME);
    }
  }

  private static void number(@Nullable Integer port, String path, Problems problems) {
    if (port == null || port < 1 || port > 65535) {
      problems.invalid(path, port, "must be between 1 and 65535");
    }
  }
}
