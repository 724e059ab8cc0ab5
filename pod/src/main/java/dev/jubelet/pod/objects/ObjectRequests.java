package dev.jubelet.pod.objects;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.model.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;

/** What is asked of the API server about one config map or secret; all throw ApiException. */
public interface ObjectRequests {
  ObjectContent get(ObjectKey key);

  /** Of this object alone. */
  ListWatch<ObjectContent> watch(ObjectKey key);

  /**
   * @param atATime how many objects may be read at the same time
   */
  static ObjectRequests of(ApiClient client, int atATime) {
    BoundedReads reads = new BoundedReads(atATime);
    ApiResource<ConfigMap> configMaps =
        ApiResource.core("configmaps", "ConfigMap", ConfigMap.class);
    ApiResource<Secret> secrets = ApiResource.core("secrets", "Secret", Secret.class);
    return new ObjectRequests() {
      @Override
      public ObjectContent get(ObjectKey key) {
        return reads.read(
            () ->
                switch (key.kind()) {
                  case CONFIG_MAP ->
                      ObjectContent.of(client.get(configMaps.object(key.namespace(), key.name())));
                  case SECRET ->
                      ObjectContent.of(client.get(secrets.object(key.namespace(), key.name())));
                });
      }

      @Override
      public ListWatch<ObjectContent> watch(ObjectKey key) {
        return reads.listingInTurn(
            switch (key.kind()) {
              case CONFIG_MAP ->
                  new ReducedWatch<>(
                      ListWatch.of(
                          client, Selection.one(configMaps.object(key.namespace(), key.name()))),
                      ObjectContent::of);
              case SECRET ->
                  new ReducedWatch<>(
                      ListWatch.of(
                          client, Selection.one(secrets.object(key.namespace(), key.name()))),
                      ObjectContent::of);
            });
      }
    };
  }
}
