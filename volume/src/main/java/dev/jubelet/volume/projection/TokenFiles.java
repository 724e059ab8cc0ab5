package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.disk.FsGroup;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The file that a token of a service account becomes. Where it is known who will read it, nobody
 * else may.
 *
 * <p>Thread: any.
 */
record TokenFiles(PodTokens tokens) {
  private static final long USUAL_LIFE_SECONDS = 3600;
  private static final int PRIVATE = 0600;

  Map<String, PayloadFile> of(Pod pod, ServiceAccountTokenProjection source, int mode) {
    String audience = source.getAudience() == null ? "" : source.getAudience();
    Long life = source.getExpirationSeconds();
    String token = tokens.token(pod, audience, life == null ? USUAL_LIFE_SECONDS : life);
    return Map.of(source.getPath(), privateTo(pod, ByteString.copyFromUtf8(token), mode));
  }

  /** A file for the pod alone, as far as it is known who reads it. */
  static PayloadFile privateTo(Pod pod, ByteString content, int mode) {
    OptionalInt owner = soleUser(pod);
    boolean knownReader = owner.isPresent() || FsGroup.of(pod).id().isPresent();
    return new PayloadFile(content, knownReader ? PRIVATE : mode, owner);
  }

  /** The user that every container runs as, if the spec says so of each and they agree. */
  static OptionalInt soleUser(Pod pod) {
    PodSecurityContext ofPod = pod.getSpec().getSecurityContext();
    Long usual = ofPod == null ? null : ofPod.getRunAsUser();
    Long sole = null;
    for (Container container : Containers.all(pod)) {
      Long user = user(container.getSecurityContext(), usual);
      if (user == null || (sole != null && !sole.equals(user))) {
        return OptionalInt.empty();
      }
      sole = user;
    }
    return sole == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(sole));
  }

  private static @Nullable Long user(@Nullable SecurityContext context, @Nullable Long usual) {
    return context == null || context.getRunAsUser() == null ? usual : context.getRunAsUser();
  }
}
