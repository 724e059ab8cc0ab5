package dev.jubelet.edge.apiserver.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.jubelet.edge.document.DocumentException;
import dev.jubelet.edge.document.DocumentReader;
import dev.jubelet.edge.document.Documents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one kubeconfig: finds the current context and in it the cluster and the user. Names that
 * lead nowhere, wrong types and keys that stand twice are errors; unknown fields are named in a
 * warning, because other clients' files carry some.
 */
final class KubeconfigReader {
  private static final Logger log = LoggerFactory.getLogger(KubeconfigReader.class);
  private static final DocumentReader YAML = DocumentReader.ofOne().takingOnlyYaml12();
  private static final Set<String> KNOWN =
      Set.of(
          "apiVersion",
          "kind",
          "clusters",
          "users",
          "contexts",
          "current-context",
          "preferences",
          "extensions");

  private final Path file;

  KubeconfigReader(Path file) {
    this.file = file.toAbsolutePath();
  }

  Kubeconfig read() {
    Fields root = Fields.of("kubeconfig " + file + ": ", parse(content()));
    requireVersion(root);
    warnOf(root.othersThan(KNOWN));
    String current = root.requiredText("current-context");
    Fields context = named(root, "contexts", "context", current, "current-context");
    String cluster = context.requiredText("cluster");
    // A context without a user is anonymous, as with upstream's clients.
    Optional<Fields> user =
        context.text("user").map(name -> named(root, "users", "user", name, context.place("user")));
    Path directory = file.resolveSibling("");
    return new Kubeconfig(
        file,
        new ClusterReader(directory)
            .read(named(root, "clusters", "cluster", cluster, context.place("cluster"))),
        user.map(new UserReader(directory)::read).orElse(UserReader.ANONYMOUS));
  }

  private byte[] content() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(DocumentReader.MAX_BYTES + 1);
      if (bytes.length > DocumentReader.MAX_BYTES) {
        throw Fields.invalid("kubeconfig " + file + " is larger than 10 MiB");
      }
      return bytes;
    } catch (IOException e) {
      throw new KubeconfigException(
          KubeconfigException.Kind.UNREADABLE, "cannot read kubeconfig " + file + ": " + e, e);
    }
  }

  private JsonNode parse(byte[] bytes) {
    try {
      Documents documents = YAML.read(bytes);
      return documents.all().isEmpty()
          ? MissingNode.getInstance()
          : documents.all().getFirst().root();
    } catch (DocumentException e) {
      throw new KubeconfigException(
          KubeconfigException.Kind.INVALID,
          "kubeconfig " + file + " is not valid YAML: " + e.message(),
          e);
    }
  }

  private static void requireVersion(Fields root) {
    String version = root.text("apiVersion").orElse("v1");
    String kind = root.text("kind").orElse("Config");
    if (!version.equals("v1") || !kind.equals("Config")) {
      throw Fields.invalid(
          root.place("kind") + " is " + version + " " + kind + ", expected v1 Config");
    }
  }

  /** The entry of that name; of several with one name the first counts, as for upstream. */
  private static Fields named(
      Fields root, String list, String content, String name, String askedBy) {
    List<JsonNode> entries = root.list(list);
    for (int i = 0; i < entries.size(); i++) {
      Fields entry = Fields.of(root.place(list) + "[" + i + "].", entries.get(i));
      if (entry.text("name").filter(name::equals).isPresent()) {
        return entry
            .mapping(content)
            .orElseThrow(() -> Fields.invalid(entry.place(content) + " is missing"));
      }
    }
    throw Fields.invalid(
        "%s holds no \"%s\", which %s names".formatted(root.place(list), name, askedBy));
  }

  static void warnOf(List<String> unknown) {
    for (String field : unknown) {
      log.atWarn().addKeyValue("field", field).log("Ignoring unknown field");
    }
  }
}
