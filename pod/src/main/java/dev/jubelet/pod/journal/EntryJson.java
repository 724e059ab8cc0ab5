package dev.jubelet.pod.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * An entry as JSON, before it is sealed.
 *
 * <p>Thread: any.
 */
final class EntryJson {
  private final ObjectMapper json;
  private final ClaimFactsJson claims;

  EntryJson(ObjectMapper json) {
    this.json = json;
    this.claims = new ClaimFactsJson(json);
  }

  /** An entry and when it was written: of two that tell of the same object, the newer is right. */
  record Dated(JournalEntry entry, Instant written) {}

  byte[] write(Dated dated) {
    JournalEntry entry = dated.entry();
    ObjectNode root = json.createObjectNode();
    root.put("written", dated.written().toString());
    root.put("accepted", entry.accepted().toString());
    ObjectNode pod = json.valueToTree(entry.pod());
    if (pod.get("metadata") instanceof ObjectNode metadata) {
      // Long, and of use to the API server only.
      metadata.remove("managedFields");
    }
    root.set("pod", pod);
    FactsJson.write(entry.facts(), root);
    claims.write(entry.facts().claims(), root);
    try {
      return json.writeValueAsBytes(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  /** Throws JournalException. */
  Dated read(String name, byte[] content) {
    try {
      JsonNode root = json.readTree(content);
      Pod pod = json.treeToValue(root.path("pod"), Pod.class);
      if (pod == null || !isWhole(pod)) {
        throw unreadable(name, "it has no whole pod");
      }
      if (!JournalDirectory.nameOf(PodUid.of(pod).value()).equals(name)) {
        throw unreadable(name, "it is of another pod, " + PodKey.of(pod));
      }
      PodFacts facts = FactsJson.read(root, pod, claims.read(root));
      return new Dated(
          new JournalEntry(pod, instant(root, "accepted"), facts), instant(root, "written"));
    } catch (IOException | DateTimeException | IllegalArgumentException e) {
      // The cause may quote values.
      throw unreadable(name, "its content is not that of an entry");
    }
  }

  private static boolean isWhole(Pod pod) {
    return pod.getMetadata() != null
        && pod.getMetadata().getUid() != null
        && pod.getMetadata().getName() != null
        && pod.getMetadata().getNamespace() != null
        && pod.getSpec() != null;
  }

  private static Instant instant(JsonNode root, String field) {
    return Instant.parse(root.path(field).asText());
  }

  private static JournalException unreadable(String name, String why) {
    return new JournalException(
        JournalException.Kind.ENTRY, "entry %s cannot be read: %s".formatted(name, why));
  }
}
