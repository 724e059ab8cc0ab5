package dev.jubelet.pod.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Claims and volumes as fields of an entry. A field that is missing counts as empty.
 *
 * <p>Thread: any.
 */
final class ClaimFactsJson {
  private static final String CLAIMS = "claims";
  private static final String VOLUMES = "volumes";

  private final ObjectMapper json;

  ClaimFactsJson(ObjectMapper json) {
    this.json = json;
  }

  void write(ClaimFacts facts, ObjectNode root) {
    ArrayNode claims = root.putArray(CLAIMS);
    facts.claims().values().forEach(claim -> claims.add(json.<JsonNode>valueToTree(claim)));
    ArrayNode volumes = root.putArray(VOLUMES);
    facts.volumes().values().forEach(volume -> volumes.add(json.<JsonNode>valueToTree(volume)));
  }

  ClaimFacts read(JsonNode root) throws IOException {
    Map<ClaimFacts.Name, PersistentVolumeClaim> claims = new HashMap<>();
    for (JsonNode node : root.path(CLAIMS)) {
      PersistentVolumeClaim claim = json.treeToValue(node, PersistentVolumeClaim.class);
      check(claim, claim == null ? null : claim.getSpec());
      claims.put(ClaimFacts.Name.of(claim), claim);
    }
    Map<String, PersistentVolume> volumes = new HashMap<>();
    for (JsonNode node : root.path(VOLUMES)) {
      PersistentVolume volume = json.treeToValue(node, PersistentVolume.class);
      check(volume, volume == null ? null : volume.getSpec());
      volumes.put(volume.getMetadata().getName(), volume);
    }
    return new ClaimFacts(claims, volumes);
  }

  private static void check(@Nullable HasMetadata object, @Nullable Object spec)
      throws IOException {
    if (object == null
        || spec == null
        || object.getMetadata() == null
        || object.getMetadata().getName() == null) {
      throw new IOException("a claim or volume that is not whole");
    }
  }
}
