package dev.jubelet.volume.csi.request;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What drivers may learn of the pod that a volume is for. */
final class CsiPodContext {
  private static final String PREFIX = "csi.storage.k8s.io/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private CsiPodContext() {}

  static Map<String, String> of(Pod pod, boolean ephemeral) {
    return Map.of(
        PREFIX + "pod.name", pod.getMetadata().getName(),
        PREFIX + "pod.namespace", pod.getMetadata().getNamespace(),
        PREFIX + "pod.uid", pod.getMetadata().getUid(),
        PREFIX + "serviceAccount.name",
            Objects.requireNonNullElse(pod.getSpec().getServiceAccountName(), ""),
        PREFIX + "ephemeral", Boolean.toString(ephemeral));
  }

  static Map<String, String> tokens(
      Pod pod, List<CsiDriverSpec.TokenAudience> wishes, CsiTokens source) {
    ObjectNode all = JSON.createObjectNode();
    for (CsiDriverSpec.TokenAudience wish : wishes) {
      CsiTokens.Token token = source.token(pod, wish);
      all.putObject(wish.audience())
          .put("token", token.value())
          .put("expirationTimestamp", token.expires().truncatedTo(ChronoUnit.SECONDS).toString());
    }
    return Map.of(PREFIX + "serviceAccount.tokens", all.toString());
  }
}
