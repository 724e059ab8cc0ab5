package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.edge.document.Document;
import dev.jubelet.edge.document.Documents;
import dev.jubelet.pod.manifest.ManifestException.Kind;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.ObjectKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the documents of one manifest into what they are. In standalone mode config maps and
 * secrets may stand beside pods, each in a document or in a List; documents of other kinds beside
 * them are ignored with a warning.
 *
 * <p>Thread: one manifest per instance, on the caller's. Owns: what was found.
 */
final class DocumentBinder {
  private final boolean standalone;
  private final List<Manifest.Entry> entries = new ArrayList<>();
  private final List<LocalObject> objects = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> foreign = new ArrayList<>();
  private final Problems problems = new Problems();
  private final PodBinder pods;
  private final ObjectBinder values;
  private boolean anyOfOurs;

  DocumentBinder(boolean standalone) {
    this.standalone = standalone;
    TreeBinder trees = new TreeBinder(warnings);
    this.pods = new PodBinder(trees, new ApiReferences(standalone), problems);
    this.values = new ObjectBinder(trees, problems);
  }

  Manifest bind(Documents documents) {
    if (documents.all().isEmpty()) {
      throw new ManifestException(Kind.MALFORMED, "is empty");
    }
    if (documents.ignoredAt() > 0) {
      warnings.add(
          "the document at line "
              + documents.ignoredAt()
              + " is ignored: a manifest holds one document, put the next in a file of its own");
    }
    boolean several = documents.all().size() > 1;
    for (Document document : documents.all()) {
      String place = several ? "document at line " + document.line() + ": " : "";
      document(document.root(), place);
    }
    if (!anyOfOurs && !foreign.isEmpty()) {
      throw new ManifestException(Kind.UNEXPECTED, foreign);
    }
    foreign.forEach(what -> warnings.add(what + "; it is ignored"));
    if (!problems.isEmpty()) {
      throw new ManifestException(Kind.INVALID, problems.messages());
    }
    return new Manifest(entries, objects, warnings);
  }

  private void document(JsonNode root, String place) {
    switch (typeOf(root)) {
      case "v1 PodList" -> {
        anyOfOurs = true;
        List<JsonNode> items = items(root, place);
        for (int i = 0; i < items.size(); i++) {
          entries.add(pods.bind(items.get(i), place + "items[" + i + "]."));
        }
      }
      case "v1 List" -> list(root, place);
      default -> one(root, place);
    }
  }

  /** A list of anything, each with its own kind, as kubectl prints it. */
  private void list(JsonNode root, String place) {
    if (!standalone) {
      foreign.add(place + unexpected(root));
      return;
    }
    anyOfOurs = true;
    List<JsonNode> items = items(root, place);
    for (int i = 0; i < items.size(); i++) {
      one(items.get(i), place + "items[" + i + "].");
    }
  }

  private void one(JsonNode root, String place) {
    switch (standalone ? typeOf(root) : podOrNothing(root)) {
      case "v1 Pod" -> {
        anyOfOurs = true;
        entries.add(pods.bind(root, place));
      }
      case "v1 ConfigMap" -> object(ObjectKind.CONFIG_MAP, root, place);
      case "v1 Secret" -> object(ObjectKind.SECRET, root, place);
      default -> foreign.add(place + unexpected(root));
    }
  }

  private static String podOrNothing(JsonNode root) {
    return typeOf(root).equals("v1 Pod") ? "v1 Pod" : "";
  }

  private void object(ObjectKind kind, JsonNode root, String place) {
    anyOfOurs = true;
    objects.add(values.bind(kind, root, place));
  }

  private static String typeOf(JsonNode root) {
    return root.path("apiVersion").asText("") + " " + root.path("kind").asText("");
  }

  private String unexpected(JsonNode root) {
    String expected =
        standalone
            ? "expected a v1 Pod, PodList, ConfigMap or Secret"
            : "expected a v1 Pod or PodList";
    String kind = root.path("kind").asText("");
    if (!root.isObject() || kind.isEmpty()) {
      return "has no kind: " + expected;
    }
    return "holds a " + kind + " of " + root.path("apiVersion").asText("") + ": " + expected;
  }

  private static List<JsonNode> items(JsonNode list, String place) {
    JsonNode items = list.path("items");
    if (items.isMissingNode() || items.isNull()) {
      return List.of();
    }
    if (!items.isArray()) {
      throw new ManifestException(Kind.UNEXPECTED, place + "items: expected a list");
    }
    return items.valueStream().toList();
  }
}
