package dev.jubelet.edge.apiserver.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.auth.PluginListener.Outcome;
import dev.jubelet.edge.apiserver.kubeconfig.ExecPlugin;
import dev.jubelet.edge.apiserver.kubeconfig.KubeconfigCluster;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a credential plugin once. It gets no input, its errors go where ours go, and neither its
 * time nor its output is without bounds.
 *
 * <p>Thread: the caller's, which waits for the end of the program.
 */
final class PluginCall {
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final int LARGEST_ANSWER = 1 << 20;

  private final ExecPlugin plugin;
  private final KubeconfigCluster cluster;
  private final ObjectMapper json;
  private final Timers timers;
  private final PluginListener listener;

  PluginCall(
      ExecPlugin plugin,
      KubeconfigCluster cluster,
      ObjectMapper json,
      Timers timers,
      PluginListener listener) {
    this.plugin = plugin;
    this.cluster = cluster;
    this.json = json;
    this.timers = timers;
    this.listener = listener;
  }

  PluginAnswer run() {
    byte[] printed = output(start());
    try {
      return PluginAnswer.parse(json.readTree(printed), plugin.version(), plugin.command());
    } catch (IOException e) {
      throw new AuthException(
          AuthException.Kind.PLUGIN_ANSWER,
          "the credential plugin " + plugin.command() + " printed no JSON",
          // The parser's own message would quote what was printed.
          null);
    }
  }

  private Process start() {
    List<String> command = new ArrayList<>();
    command.add(plugin.command());
    command.addAll(plugin.arguments());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(plugin.environment());
    builder.environment().put("KUBERNETES_EXEC_INFO", request());
    try {
      return builder.start();
    } catch (IOException e) {
      listener.called(Outcome.NOT_STARTED, 1);
      String hint = plugin.installHint().isEmpty() ? "" : "; " + plugin.installHint();
      throw failed("cannot be started: " + e.getMessage() + hint, e);
    }
  }

  private byte[] output(Process process) {
    Timers.Pending limit = timers.after(LONGEST, process::destroyForcibly);
    Outcome outcome = Outcome.NOT_READ;
    int code = 1;
    try {
      byte[] printed = process.getInputStream().readNBytes(LARGEST_ANSWER + 1);
      if (printed.length > LARGEST_ANSWER) {
        throw failed("printed more than " + LARGEST_ANSWER + " bytes", null);
      }
      code = process.waitFor();
      outcome = code == 0 ? Outcome.SUCCEEDED : Outcome.FAILED;
      if (code != 0) {
        throw failed("ended with " + code + " (its own words are in this process's stderr)", null);
      }
      return printed;
    } catch (IOException e) {
      throw failed("could not be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("was interrupted", e);
    } finally {
      limit.cancel();
      process.destroyForcibly();
      listener.called(outcome, code);
    }
  }

  private String request() {
    ObjectNode root = json.createObjectNode();
    root.put("apiVersion", plugin.version()).put("kind", "ExecCredential");
    ObjectNode spec = root.putObject("spec").put("interactive", false);
    if (plugin.tellCluster()) {
      describeCluster(spec.putObject("cluster"));
    }
    try {
      return json.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of text cannot be written", e);
    }
  }

  private void describeCluster(ObjectNode node) {
    node.put("server", cluster.server().toString());
    cluster.serverName().ifPresent(name -> node.put("tls-server-name", name));
    cluster.proxy().ifPresent(proxy -> node.put("proxy-url", proxy.toString()));
    if (cluster.unverified()) {
      node.put("insecure-skip-tls-verify", true);
    }
    cluster
        .authority()
        .ifPresent(
            authority ->
                node.put(
                    "certificate-authority-data",
                    Base64.getEncoder()
                        .encodeToString(authority.text().getBytes(StandardCharsets.ISO_8859_1))));
  }

  private AuthException failed(String what, @Nullable Throwable cause) {
    return new AuthException(
        AuthException.Kind.PLUGIN_FAILED,
        "the credential plugin " + plugin.command() + " " + what,
        cause);
  }
}
