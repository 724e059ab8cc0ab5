package dev.jubelet.app.cluster;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.plugin.ServiceAccounts;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.ServiceAccountTokens;
import dev.jubelet.pod.objects.TokenKey;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.List;
import java.util.Map;

/**
 * Service accounts of the API server for credential plugins.
 *
 * <p>Thread: any; asks the API server and waits.
 */
record ClusterAccounts(ApiClient client, ServiceAccountTokens tokens) implements ServiceAccounts {
  private static final ApiResource<ServiceAccount> ACCOUNTS =
      ApiResource.core("serviceaccounts", "ServiceAccount", ServiceAccount.class);

  @Override
  public Account account(String namespace, String name) {
    try {
      ObjectMeta meta = client.get(ACCOUNTS.object(namespace, name)).getMetadata();
      return new Account(
          meta.getUid(), meta.getAnnotations() == null ? Map.of() : meta.getAnnotations());
    } catch (ApiException e) {
      throw new CredentialException(
          "failed to get service account %s/%s: %s".formatted(namespace, name, e.text()));
    }
  }

  @Override
  public String token(Pod pod, String accountUid, String audience) {
    try {
      return tokens
          .token(
              new TokenKey(
                  PodKey.of(pod),
                  PodUid.of(pod),
                  pod.getSpec().getServiceAccountName(),
                  List.of(audience),
                  0,
                  accountUid))
          .value();
    } catch (ApiException e) {
      throw new CredentialException(e.text());
    }
  }
}
