package dev.jubelet.app.path;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.ServiceAccountTokens;
import dev.jubelet.pod.objects.TokenKey;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.csi.request.CsiTokens;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.PodTokens;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Gives volumes the tokens of service accounts. Thread: any; may ask the API server and wait. */
public record TokenAdapter(ServiceAccountTokens tokens) implements PodTokens, CsiTokens {
  private static final long USUAL_LIFE = 3600;

  @Override
  public CsiTokens.Token token(Pod pod, CsiDriverSpec.TokenAudience wish) {
    dev.jubelet.pod.objects.Token given =
        given(pod, wish.audience(), wish.lifeSeconds().orElse(USUAL_LIFE));
    return new CsiTokens.Token(given.value(), given.expires());
  }

  @Override
  public String token(Pod pod, String audience, long lifeSeconds) {
    return given(pod, audience, lifeSeconds).value();
  }

  private dev.jubelet.pod.objects.Token given(Pod pod, String audience, long lifeSeconds) {
    String account = pod.getSpec().getServiceAccountName();
    if (account == null || account.isEmpty()) {
      throw new VolumeException("a token was asked for, but the pod has no service account");
    }
    TokenKey key =
        new TokenKey(
            PodKey.of(pod),
            PodUid.of(pod),
            account,
            audience.isEmpty() ? List.of() : List.of(audience),
            lifeSeconds);
    try {
      return tokens.token(key);
    } catch (ApiException e) {
      throw new VolumeException(e.text());
    }
  }
}
