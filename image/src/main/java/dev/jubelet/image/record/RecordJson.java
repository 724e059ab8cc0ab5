package dev.jubelet.image.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.image.credential.Credential.Origin;
import dev.jubelet.image.json.Fields;
import dev.jubelet.image.json.JsonText;
import dev.jubelet.image.json.JsonTextException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The files of pulls in the form of {@code kubelet.config.k8s.io}: written as v1beta1, read as that
 * or v1alpha1, strictly. Throws {@link JsonTextException}. Pure.
 */
final class RecordJson {
  private static final String VERSION = "kubelet.config.k8s.io/v1beta1";
  private static final String OLD_VERSION = "kubelet.config.k8s.io/v1alpha1";
  private static final String INTENT = "ImagePullIntent";
  private static final String RECORD = "ImagePulledRecord";
  private static final String SECRETS = "kubernetesSecrets";
  private static final String ACCOUNTS = "kubernetesServiceAccounts";
  private static final String ALL_PODS = "nodePodsAccessible";
  private static final String MAPPING = "credentialMapping";
  private static final String UPDATED = "lastUpdatedTime";

  private RecordJson() {}

  /** Something read, and whether it should be written again in the present version. */
  record Dated<T>(T value, boolean old) {}

  static byte[] intent(String image) {
    return line(header(INTENT).put("image", image));
  }

  static Dated<String> readIntent(byte[] text) {
    Fields root = root(text, INTENT, Set.of("apiVersion", "kind", "image"));
    if (root.text("image").isEmpty()) {
      throw new JsonTextException("names no image");
    }
    return new Dated<>(root.text("image"), isOld(root));
  }

  static byte[] record(PulledRecord record) {
    ObjectNode root =
        header(RECORD)
            .put(UPDATED, record.updated().truncatedTo(ChronoUnit.SECONDS).toString())
            .put("imageRef", record.imageRef());
    if (!record.credentials().isEmpty()) {
      ObjectNode mapping = root.putObject(MAPPING);
      new TreeMap<>(record.credentials())
          .forEach((repository, access) -> write(access, mapping.putObject(repository)));
    }
    return line(root);
  }

  private static void write(Access access, ObjectNode node) {
    if (!access.secrets().isEmpty()) {
      ArrayNode secrets = node.putArray(SECRETS);
      for (Access.SecretProof proof : access.secrets()) {
        Origin.OfSecret secret = proof.secret();
        secrets
            .addObject()
            .put("uid", secret.uid())
            .put("namespace", secret.namespace())
            .put("name", secret.name())
            .put("credentialHash", proof.hash());
      }
    }
    if (!access.accounts().isEmpty()) {
      ArrayNode accounts = node.putArray(ACCOUNTS);
      for (Origin.OfServiceAccount account : access.accounts()) {
        accounts
            .addObject()
            .put("uid", account.uid())
            .put("namespace", account.namespace())
            .put("name", account.name());
      }
    }
    if (access.allPods()) {
      node.put(ALL_PODS, true);
    }
  }

  static Dated<PulledRecord> readRecord(byte[] text) {
    Fields root = root(text, RECORD, Set.of("apiVersion", "kind", UPDATED, "imageRef", MAPPING));
    Map<String, Access> credentials = new TreeMap<>();
    root.children(MAPPING)
        .forEach((repository, fields) -> credentials.put(repository, access(fields)));
    return new Dated<>(
        new PulledRecord(updated(root), root.text("imageRef"), credentials), isOld(root));
  }

  private static Instant updated(Fields root) {
    try {
      String text = root.text(UPDATED);
      return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
    } catch (DateTimeException e) {
      throw root.wrong(UPDATED, "a time");
    }
  }

  private static Access access(Fields fields) {
    fields.only(Set.of(SECRETS, ACCOUNTS, ALL_PODS));
    List<Access.SecretProof> secrets = new ArrayList<>();
    for (Fields secret : fields.objects(SECRETS)) {
      secret.only(Set.of("uid", "namespace", "name", "credentialHash"));
      secrets.add(
          new Access.SecretProof(
              new Origin.OfSecret(
                  secret.text("uid"), secret.text("namespace"), secret.text("name")),
              secret.text("credentialHash")));
    }
    List<Origin.OfServiceAccount> accounts = new ArrayList<>();
    for (Fields account : fields.objects(ACCOUNTS)) {
      account.only(Set.of("uid", "namespace", "name"));
      accounts.add(
          new Origin.OfServiceAccount(
              account.text("uid"), account.text("namespace"), account.text("name")));
    }
    return new Access(fields.flag(ALL_PODS).orElse(false), secrets, accounts);
  }

  private static Fields root(byte[] text, String kind, Set<String> known) {
    Fields root = Fields.of(JsonText.object(text)).only(known);
    String version = root.text("apiVersion");
    if (!root.text("kind").equals(kind)
        || !(version.equals(VERSION) || version.equals(OLD_VERSION))) {
      throw new JsonTextException("is not an " + kind + " of " + VERSION);
    }
    return root;
  }

  private static boolean isOld(Fields root) {
    return root.text("apiVersion").equals(OLD_VERSION);
  }

  private static ObjectNode header(String kind) {
    return JsonText.newObject().put("kind", kind).put("apiVersion", VERSION);
  }

  private static byte[] line(ObjectNode root) {
    byte[] text = JsonText.bytes(root);
    byte[] line = Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    return line;
  }
}
