package dev.jubelet.edge.apiserver.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code user} of a kubeconfig entry. */
final class UserReader {
  static final KubeconfigUser ANONYMOUS =
      new KubeconfigUser(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  private static final String GROUP = "client.authentication.k8s.io/";
  private static final Set<String> KNOWN =
      Set.of(
          "client-certificate",
          "client-certificate-data",
          "client-key",
          "client-key-data",
          "token",
          "tokenFile",
          "exec",
          "extensions");
  private static final Set<String> REFUSED =
      Set.of("auth-provider", "username", "password", "as", "as-uid", "as-groups", "as-user-extra");

  private final PemSourceReader materials;

  UserReader(Path directory) {
    this.materials = new PemSourceReader(directory);
  }

  KubeconfigUser read(Fields user) {
    REFUSED.forEach(field -> user.refuse(field, "use a client certificate, a token or exec"));
    KubeconfigReader.warnOf(user.othersThan(KNOWN));
    Optional<KubeconfigUser.Pair> pair = pair(user);
    Optional<ExecPlugin> exec = user.mapping("exec").map(this::exec);
    if (exec.isPresent() && pair.isPresent()) {
      throw Fields.invalid(user.place("exec") + " and client-certificate exclude one another");
    }
    return new KubeconfigUser(
        pair, user.text("token"), user.text("tokenFile").map(materials::path), exec);
  }

  private Optional<KubeconfigUser.Pair> pair(Fields user) {
    Optional<PemSource> chain = materials.read(user, "client-certificate");
    Optional<PemSource> key = materials.read(user, "client-key");
    if (chain.isPresent() != key.isPresent()) {
      String missing = chain.isPresent() ? "client-key" : "client-certificate";
      throw Fields.invalid(user.place(missing) + " is missing; certificate and key go together");
    }
    return chain.flatMap(c -> key.map(k -> new KubeconfigUser.Pair(c, k)));
  }

  private ExecPlugin exec(Fields exec) {
    String version = exec.requiredText("apiVersion");
    if (!version.equals(GROUP + "v1") && !version.equals(GROUP + "v1beta1")) {
      throw new KubeconfigException(
          KubeconfigException.Kind.UNSUPPORTED,
          "%s is \"%s\"; %sv1 and v1beta1 are supported"
              .formatted(exec.place("apiVersion"), version, GROUP),
          null);
    }
    refuseInteraction(exec, version);
    String command = exec.requiredText("command");
    return new ExecPlugin(
        version,
        command.contains("/") ? materials.path(command).toString() : command,
        exec.texts("args"),
        environment(exec),
        exec.text("installHint").orElse(""),
        exec.flag("provideClusterInfo"));
  }

  /** A node agent has nobody to answer questions. */
  private static void refuseInteraction(Fields exec, String version) {
    Optional<String> mode = exec.text("interactiveMode");
    if (mode.isEmpty() && version.endsWith("/v1")) {
      throw Fields.invalid(exec.place("interactiveMode") + " is missing");
    }
    String given = mode.orElse("IfAvailable");
    if (!List.of("Never", "IfAvailable", "Always").contains(given)) {
      throw Fields.invalid(
          "%s is \"%s\", expected Never, IfAvailable or Always"
              .formatted(exec.place("interactiveMode"), given));
    }
    if (given.equals("Always")) {
      throw new KubeconfigException(
          KubeconfigException.Kind.UNSUPPORTED,
          exec.place("interactiveMode") + " is Always, but nobody is there to answer",
          null);
    }
  }

  private static Map<String, String> environment(Fields exec) {
    Map<String, String> environment = new LinkedHashMap<>();
    List<JsonNode> entries = exec.list("env");
    for (int i = 0; i < entries.size(); i++) {
      Fields entry = Fields.of(exec.place("env") + "[" + i + "].", entries.get(i));
      environment.put(entry.requiredText("name"), entry.text("value").orElse(""));
    }
    return environment;
  }
}
