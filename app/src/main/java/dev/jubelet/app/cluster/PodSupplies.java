package dev.jubelet.app.cluster;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.path.TokenAdapter;
import dev.jubelet.app.path.TrustAdapter;
import dev.jubelet.base.ByteBudget;
import dev.jubelet.base.LifecycleParts;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.ApiObjects;
import dev.jubelet.pod.objects.ApiRuntimeClasses;
import dev.jubelet.pod.objects.ApiServices;
import dev.jubelet.pod.objects.ApiTrustBundles;
import dev.jubelet.pod.objects.ObjectRequests;
import dev.jubelet.pod.objects.ServiceAccountTokens;
import dev.jubelet.pod.objects.TokenRequests;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.volume.projection.TrustBundles;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What pods need from the API server besides themselves: config maps, secrets, tokens, services and
 * runtime classes.
 *
 * <p>Thread: any. Owns: the parts that it joins.
 */
public final class PodSupplies {
  private final ApiObjects objects;
  private final ServiceAccountTokens tokens;
  private final Optional<ApiTrustBundles> trust;
  private final ApiServices services;
  private final RuntimeClasses runtimeClasses;

  /**
   * What it is given.
   *
   * @param objectReads how many objects may be read at a time
   * @param budget what objects may take in memory
   * @param age how old what is known of an object may be, when that is what counts
   * @param changed is told which objects have other values now; may not block
   * @param tokens makes of the way to get tokens the one to use
   * @param trustChanged is told that trust bundles have changed; may not block
   */
  public record Inputs(
      KubeletConfig config,
      ApiClient client,
      int objectReads,
      ByteBudget budget,
      Supplier<Duration> age,
      Consumer<Set<ObjectKey>> changed,
      UnaryOperator<TokenRequests> tokens,
      Runnable trustChanged,
      Timers timers) {}

  public PodSupplies(Inputs in, LifecycleParts lifecycle) {
    // Many lanes share it, and this one may be shared.
    Random random = new Random();
    objects = objects(in, random);
    tokens =
        new ServiceAccountTokens(
            in.tokens().apply(TokenRequests.of(in.client())), in.timers(), random::nextDouble);
    trust = trust(in, random);
    services = new ApiServices(ApiServices.source(in.client()), in.timers(), random);
    runtimeClasses = new ApiRuntimeClasses(ApiRuntimeClasses.request(in.client()), in.timers());
    lifecycle.add("objects of pods", () -> {}, objects::close);
    trust.ifPresent(bundles -> lifecycle.add("trust bundles", () -> {}, bundles::close));
    lifecycle.add("services", services::start, services::close);
  }

  private static Optional<ApiTrustBundles> trust(Inputs in, Random random) {
    return in.config().features().enabled("ClusterTrustBundleProjection")
        ? Optional.of(
            new ApiTrustBundles(
                ApiTrustBundles.source(in.client()), in.trustChanged(), in.timers(), random))
        : Optional.empty();
  }

  private static ApiObjects objects(Inputs in, Random random) {
    ObjectRequests requests = ObjectRequests.of(in.client(), in.objectReads());
    String strategy = in.config().get(PodFields.CONFIG_MAP_AND_SECRET_CHANGE_DETECTION_STRATEGY);
    return switch (strategy) {
      case "Get" -> ApiObjects.asking(requests);
      case "Cache" -> ApiObjects.caching(requests, in.age(), in.budget(), in.timers());
      default -> ApiObjects.watching(requests, in.changed(), in.budget(), in.timers(), random);
    };
  }

  /** Before the pod is worked on, and whenever its spec changes. */
  public void wanted(Pod pod) {
    objects.register(pod);
  }

  /** When the pod has ended for good, or is forgotten. */
  public void gone(PodUid uid) {
    objects.unregister(uid);
    tokens.release(uid);
  }

  public ObjectValues objects() {
    return objects;
  }

  public TokenAdapter tokens() {
    return new TokenAdapter(tokens);
  }

  ClusterAccounts accounts(ApiClient client) {
    return new ClusterAccounts(client, tokens);
  }

  /** Only when the feature is on. */
  public Optional<TrustBundles> trust() {
    return trust.map(TrustAdapter::new);
  }

  public ServiceSource services() {
    return services;
  }

  public RuntimeClasses runtimeClasses() {
    return runtimeClasses;
  }
}
